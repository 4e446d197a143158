;;; package-tests.el --- With Consult and Embark  -*- lexical-binding: t; -*-

;;; Code:

(require 'packages)

(ert-deftest gitexplorer-test-consult-searches-live ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "consult")
                    (gitexplorer-test-package "vertico") '("-l" "vertico" "-f" "vertico-mode"))
    (gitexplorer-terminal-type screen "\exgitexplorer-consult-search\r")
    (gitexplorer-terminal-until screen "^[^\n]*GitHub:")
    (gitexplorer-terminal-type screen "octo")
    (gitexplorer-terminal-until
     screen "octocat\\(.\\|\n\\)*octokit\\(.\\|\n\\)*octo-labs\\(.\\|\n\\)*octo-foundry")
    (gitexplorer-terminal-type screen "k")
    (gitexplorer-terminal-until screen "octokit +organization\n*\\'")
    (gitexplorer-terminal-type screen "\r")
    (gitexplorer-terminal-until screen "gitexplorer: octokit\\*")))

(ert-deftest gitexplorer-test-consult-tells-of-a-failure ()
  (gitexplorer-test-with-terminal
      screen (append '("search:error=500") (gitexplorer-test-package "consult")
                    (gitexplorer-test-package "vertico") '("-l" "vertico" "-f" "vertico-mode"))
    (gitexplorer-terminal-type screen "\exgitexplorer-consult-search\r")
    (gitexplorer-terminal-until screen "^[^\n]*GitHub:")
    (gitexplorer-terminal-type screen "octo")
    (gitexplorer-terminal-until screen "GitHub has a problem of its own")))

(ert-deftest gitexplorer-test-embark-acts-on-the-row-at-point ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "embark")
                      '("--eval" "(autoload 'embark-act \"embark\" nil t)"
                        "--eval" "(global-set-key (kbd \"C-c a\") #'embark-act)"))
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "tentacle-octo")
    (gitexplorer-terminal-type screen "\C-n\t")
    (gitexplorer-terminal-type screen "\C-ca")
    (gitexplorer-terminal-until screen "Act on gitexplorer-user 'octokit'")
    (gitexplorer-terminal-type screen "w")
    (gitexplorer-terminal-until screen "Copied @octokit")))

(ert-deftest gitexplorer-test-embark-acts-on-a-candidate ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "embark")
                      '("--eval" "(autoload 'embark-act \"embark\" nil t)"
                        "--eval" "(global-set-key (kbd \"C-c a\") #'embark-act)"))
    (gitexplorer-terminal-type screen "\exgitexplorer-insert-mention\roctok\t")
    (gitexplorer-terminal-until screen "Mention: octokit")
    (gitexplorer-terminal-type screen "\C-cao")
    (gitexplorer-terminal-until screen "gitexplorer: octokit\\*")))

(defconst gitexplorer-test-embark
  '("--eval" "(autoload 'embark-act \"embark\" nil t)"
    "--eval" "(progn (autoload 'embark-export \"embark\" nil t)
                     (autoload 'embark-collect \"embark\" nil t)
                     (global-set-key (kbd \"C-c a\") #'embark-act)
                     (global-set-key (kbd \"C-c e\") #'embark-export)
                     (global-set-key (kbd \"C-c c\") #'embark-collect))")
  "What sets up Embark's keys.")

(ert-deftest gitexplorer-test-embark-exports-and-collects-the-prompts-list ()
  (dolist (step '(("\C-ce" "Login +Name +Kind") ("\C-cc" "Embark Collect")))
    (gitexplorer-test-with-terminal
        screen (append '(nil) (gitexplorer-test-package "embark") gitexplorer-test-embark)
      (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
      (gitexplorer-terminal-until screen "tentacle-octo")
      (gitexplorer-terminal-type screen (car step))
      (gitexplorer-terminal-until screen (cadr step))
      (gitexplorer-terminal-until screen "octocat\\(.\\|\n\\)*tentacle-octo"))))

(ert-deftest gitexplorer-test-embark-has-its-general-keys-for-people ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "embark") gitexplorer-test-embark)
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "tentacle-octo")
    (gitexplorer-terminal-type screen "\C-n\t")
    (gitexplorer-terminal-until screen "L2 .*\n *\\'")
    (gitexplorer-terminal-type screen "\C-ca")
    (gitexplorer-terminal-until screen "Act on gitexplorer-user 'octokit'")
    ;; A general key: search for the target in what is on screen.
    (gitexplorer-terminal-type screen "\C-s")
    (gitexplorer-terminal-until screen "I-search: octokit")))

(ert-deftest gitexplorer-test-consult-finds-whom-the-server-finds-whatever-the-case ()
  (dolist (interface '(vertico orderless))
    (gitexplorer-test-with-terminal
        screen (append '(nil) (gitexplorer-test-package "consult")
                       (gitexplorer-test-interface interface))
      (gitexplorer-terminal-type screen "\exgitexplorer-consult-search\rOCTO")
      (gitexplorer-test-wait
       (lambda ()
         (cl-every (lambda (login)
                     (string-match-p login (gitexplorer-terminal-screen screen)))
                   '("octocat" "octokit" "Octorok42" "octo-lantern" "tentacle-octo")))
       "everybody who is found")
      (gitexplorer-terminal-type screen "\C-a\C-klabs")
      (gitexplorer-terminal-until screen "octo-labs"))))

(ert-deftest gitexplorer-test-the-keys-are-shown-by-a-question-mark ()
  (gitexplorer-test-with-terminal screen '(nil)
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "tentacle-octo")
    (gitexplorer-terminal-type screen "\t?")
    (dolist (key '("RET open" "b in a browser" "w copy" "f follow" "F unfollow" "n next row"
                   "p previous row" "TAB next button" "s edit the text" "E as a table"
                   "L load more" "g ask again" "q quit"))
      (gitexplorer-terminal-until screen key))
    (gitexplorer-terminal-type screen "E")
    (gitexplorer-terminal-until screen "gitexplorer list: octo")
    (gitexplorer-terminal-type screen "\r")
    (gitexplorer-terminal-until screen "The Octocat")
    (gitexplorer-terminal-type screen "?")
    (dolist (key '("] next section" "\\[ previous section" "l back" "r forward"))
      (gitexplorer-terminal-until screen key))))

(ert-deftest gitexplorer-test-the-readme-makes-every-command-available ()
  (let* ((readme (expand-file-name "README.md" gitexplorer-test-package))
         (block (with-temp-buffer
                  (insert-file-contents readme)
                  (search-forward "(use-package gitexplorer")
                  (goto-char (match-beginning 0))
                  (string-replace "/path/to/GitExplorer/editors/emacs" gitexplorer-test-package
                                  (buffer-substring (point) (progn (forward-sexp) (point))))))
         (commands (with-temp-buffer
                     (insert-file-contents readme)
                     (search-forward "## Commands")
                     (let ((end (save-excursion (search-forward "\n## ") (point))) found)
                       (while (re-search-forward "`\\(gitexplorer-[a-z-]+\\)`" end t)
                         (push (intern (match-string 1)) found))
                       found)))
         (builtin (locate-library "use-package")))
    (should (> (length commands) 10))
    (with-temp-buffer
      (should (zerop (apply #'call-process
                            (expand-file-name invocation-name invocation-directory) nil t nil
                            (append '("-Q" "--batch")
                                    (unless builtin
                                      (mapcan #'gitexplorer-test-package
                                              (list "use-package" "bind-key")))
                                    (list "-l" "use-package" "--eval" block "--eval"
                                          (prin1-to-string
                                           `(princ (seq-remove #'commandp ',commands))))))))
      (should (equal (buffer-string) "nil")))))

(provide 'package-tests)
;;; package-tests.el ends here
