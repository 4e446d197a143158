;;; interface-tests.el --- Every user interface of completion shows what was found  -*- lexical-binding: t; -*-

;;; Code:

(require 'packages)

(defconst gitexplorer-test-found
  '("octocat" "octokit" "octo-labs" "octo-foundry" "octopine" "Octorok42" "octo_nimbus"
    "octo-lantern\\[bot]" "tentacle-octo")
  "Who is found for octo.")

(defun gitexplorer-test-shows-all-p (screen)
  "Return non-nil if everybody who is found for octo is on SCREEN."
  (let ((text (gitexplorer-terminal-screen screen)))
    (cl-every (lambda (login) (string-match-p login text)) gitexplorer-test-found)))

(defun gitexplorer-test-shows-everybody (screen interface)
  "Type into the prompt of SCREEN, whose completion is INTERFACE, and look for everybody."
  (gitexplorer-terminal-type screen "\exgitexplorer-user\r")
  (gitexplorer-terminal-until screen "User:")
  ;; The case differs, so that nothing that filters once more could be right by chance.
  (dolist (key '("O" "C" "T" "O")) (gitexplorer-terminal-type screen key))
  (when (memq interface '(basic flex))
    (gitexplorer-terminal-until screen "User: OCTO")
    (gitexplorer-terminal-type screen "\t\t"))
  (unless (memq interface '(icomplete fido))
    (gitexplorer-test-wait (lambda () (gitexplorer-test-shows-all-p screen))
                           "everybody who is found"))
  (when (memq interface '(icomplete fido))
    (gitexplorer-terminal-until screen "octocat.*octokit.*octo-labs")))

(defmacro gitexplorer-test-define-interfaces ()
  "Define a test for each interface."
  `(progn
     ,@(mapcar
        (lambda (interface)
          `(ert-deftest ,(intern (format "gitexplorer-test-%s-shows-everybody" (car interface))) ()
             (gitexplorer-test-with-terminal
                 screen (cons nil (gitexplorer-test-interface ',(car interface)))
               (gitexplorer-test-shows-everybody screen ',(car interface)))))
        gitexplorer-test-interfaces)))

(gitexplorer-test-define-interfaces)

(ert-deftest gitexplorer-test-an-error-leaves-the-list-of-vertico-alive ()
  (gitexplorer-test-with-sandbox url "search:error=500"
    (gitexplorer-test-with-terminal
        screen (cons (list url) (gitexplorer-test-interface 'vertico))
      (dolist (command '("user" "insert-mention" "insert-co-author" "follow"))
        (gitexplorer-test-set-faults url "search:error=500")
        (gitexplorer-terminal-type screen (format "\exgitexplorer-%s\rnort" command))
        (gitexplorer-terminal-until screen "GitHub has a problem of its own")
        (gitexplorer-test-set-faults url "latency=0ms")
        ;; The next key finds somebody again.
        (gitexplorer-terminal-type screen "\C-a\C-kocto")
        (gitexplorer-terminal-type screen (if (equal command "user") "k" "p"))
        (gitexplorer-terminal-until screen (if (equal command "user") "octokit +organization"
                                             "\noctopine"))
        (gitexplorer-terminal-type screen "\C-g")
        (gitexplorer-terminal-until screen "Quit")))))

(ert-deftest gitexplorer-test-typing-costs-one-search-in-every-prompt ()
  (dolist (interface '(vertico fido-vertical icomplete))
    (gitexplorer-test-with-sandbox url nil
      (gitexplorer-test-with-terminal
          screen (cons (list url)
                       ;; Long enough for a slow machine to type through.
                       (append '("--eval" "(plist-put gitexplorer-settings
                                                      :debounceMilliseconds 700)")
                               (gitexplorer-test-interface interface)))
        (gitexplorer-terminal-type screen "\exgitexplorer-user\r")
        (gitexplorer-terminal-until screen "User:")
        (dolist (key (split-string "octokit" "" t))
          (gitexplorer-terminal-type screen key)
          (gitexplorer-terminal-until screen key))
        (gitexplorer-terminal-until screen "octokit +organization\\|octokit .Matched")
        (should (equal (gitexplorer-test-searches url) '("octokit")))))))

(ert-deftest gitexplorer-test-typing-with-company-costs-one-search-and-annotates ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-terminal
        screen (append (list (list url)) (gitexplorer-test-package "company")
                       '("--eval" "(progn (require 'company)
                          (setq company-idle-delay 0 company-minimum-prefix-length 1)
                          (text-mode) (gitexplorer-completion-mode) (company-mode)
                          (setq-local company-backends '(company-capf)))"))
      (gitexplorer-terminal-type screen "\e>")
      (dolist (key (split-string "\r@octo" "" t)) (gitexplorer-terminal-type screen key))
      (gitexplorer-terminal-until screen "octokit +organization")
      (should (gitexplorer-test-shows-all-p screen))
      (should (equal (gitexplorer-test-searches url) '("octo"))))))

(provide 'interface-tests)
;;; interface-tests.el ends here
