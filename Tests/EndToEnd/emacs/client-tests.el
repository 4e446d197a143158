;;; client-tests.el --- The server: absent, crashed, asked about  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'benchmark)

(defun gitexplorer-test-fresh-emacs (&rest forms)
  "Evaluate FORMS in an Emacs of its own and return what the last one printed, read."
  (with-temp-buffer
    (let ((status (call-process
                   (expand-file-name invocation-name invocation-directory) nil t nil
                   "-Q" "--batch" "-L" gitexplorer-test-package
                   "--eval" (prin1-to-string `(princ (format "\nRESULT %S" (progn ,@forms)))))))
      (goto-char (point-min))
      (should (equal (list status (buffer-string))
                     (list 0 (buffer-string))))
      (should (search-forward "\nRESULT "))
      (read (current-buffer)))))

;;; Absence

(ert-deftest gitexplorer-test-missing-server-is-one-clear-line ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-program "gitexplorer-that-is-not-there"))
      (dolist (keys '("M-x gitexplorer-search RET" "M-x gitexplorer-user RET"
                      "M-x gitexplorer-insert-mention RET" "M-x gitexplorer-limits RET"
                      "M-x gitexplorer-restart RET" "M-x gitexplorer-consult-search RET"))
        (let ((message (condition-case err (progn (execute-kbd-macro (kbd keys)) "no error")
                         (user-error (error-message-string err)))))
          (should (or (equal message (concat "GitExplorer: no program "
                                             "‘gitexplorer-that-is-not-there’; "
                                             "build it with ‘swift build -c release’ "
                                             "and put it on PATH or set ‘gitexplorer-program’"))
                      (and (string-search "consult" keys)
                           (string-search "Consult is not installed" message))))))
      (should-not (get-buffer "*gitexplorer search*")))))

(ert-deftest gitexplorer-test-a-program-that-is-no-server-says-so-once ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-program (executable-find "false")) (gitexplorer-arguments nil))
      (gitexplorer-test-keys
       "M-x gitexplorer-search RET"
       (gitexplorer-test-until (string-search "failed" (gitexplorer-test-header)))
       (progn
         (should (string-prefix-p "  The server ended (1) and is not started again.\n"
                                  (gitexplorer-test-list)))
         (should (string-search "M-x gitexplorer-log" (gitexplorer-test-list))))
       "octo"
       (should (equal (minibuffer-contents) "octo"))
       "C-g"))))

;;; Crashes

(defvar gitexplorer-test-was nil "What was shown before the crash.")

(ert-deftest gitexplorer-test-after-a-crash-the-query-is-asked-again ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (let (pid)
        (gitexplorer-test-keys
         "M-x gitexplorer-search RET octok"
         (gitexplorer-test-until (gitexplorer-test-labels))
         "DEL"
         (gitexplorer-test-until (= 9 (length (gitexplorer-test-labels))))
         "C-n"
         (progn
           (setq pid (gitexplorer-test-pid)
                 gitexplorer-test-was (with-current-buffer "*gitexplorer search*"
                                        (gitexplorer-live-shown gitexplorer-results--live)))
           (gitexplorer-test-kill-server))
         (gitexplorer-test-until
          (not (eq gitexplorer-test-was (with-current-buffer "*gitexplorer search*"
                                          (gitexplorer-live-shown gitexplorer-results--live)))))
         (progn
           (should-not (equal pid (gitexplorer-test-pid)))
           (should (gitexplorer-test-said "the server ended (9) and was started again"))
           (should (= 9 (length (gitexplorer-test-labels))))
           (should (equal (gitexplorer-test-row) "octokit")))
         ;; The new server knows the text: an edit in the middle still fits.
         "C-e k"
         (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
         "C-g")))))

(ert-deftest gitexplorer-test-a-second-crash-is-told-and-return-starts-again ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octo"
     (gitexplorer-test-until (gitexplorer-test-labels))
     (gitexplorer-test-kill-server)
     (gitexplorer-test-until (gitexplorer-test-said "was started again"))
     (gitexplorer-test-kill-server)
     (gitexplorer-test-until (string-search "failed" (gitexplorer-test-header)))
     (progn
       (should (string-search "The server ended (9) and is not started again."
                              (gitexplorer-test-list)))
       (should-not (gitexplorer--running-p)))
     ;; Typing goes on as if nothing were wrong.
     "k" (should (equal (minibuffer-contents) "octok"))
     "RET" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
     "C-g")))

(ert-deftest gitexplorer-test-after-a-crash-the-profile-is-asked-again ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET")
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (gitexplorer-test-kill-server)
    (gitexplorer-test-until (gitexplorer-test-said "was started again"))
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (should-not gitexplorer-profile--error)
    (should (string-prefix-p "The Octocat" (buffer-string)))))

(ert-deftest gitexplorer-test-restart-on-demand ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET")
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (let ((pid (gitexplorer-test-pid)))
      (gitexplorer-test-keys "M-x gitexplorer-restart RET")
      (should-not (equal pid (gitexplorer-test-pid)))
      (should-not (gitexplorer-test-said "ended"))
      (gitexplorer-test-until (not gitexplorer-profile--loading))
      (should (string-prefix-p "The Octocat" (buffer-string))))))

(ert-deftest gitexplorer-test-a-crash-with-nothing-on-screen-starts-nothing ()
  (gitexplorer-test-with-server nil
    (gitexplorer--connect)
    (gitexplorer-test-kill-server)
    (gitexplorer-test-until (not (gitexplorer--running-p)))
    (gitexplorer-test-until (string-search "ended" (with-current-buffer "*gitexplorer log*"
                                                     (buffer-string))))
    (should-not (gitexplorer-test-said "started again"))
    (should-not (cl-some (lambda (buffer)
                           (string-match-p "gitexplorer.*\\(?:events\\|output\\|stderr\\)\\*\\'"
                                           (buffer-name buffer)))
                         (buffer-list)))))

;;; What is kept

(ert-deftest gitexplorer-test-no-events-are-kept-by-default-and-none-asks-on-exit ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET")
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (should-not (get-buffer "*gitexplorer events*"))
    (dolist (process (process-list))
      (when (string-prefix-p "gitexplorer" (process-name process))
        (should-not (process-query-on-exit-flag process))))
    (should-not (cl-some (lambda (function) (string-match-p "jsonrpc\\|gitexplorer"
                                                            (format "%S" function)))
                         kill-emacs-hook))))

(ert-deftest gitexplorer-test-log ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET M-x gitexplorer-log RET")
    (should (equal (buffer-name) "*gitexplorer log*"))
    (should (string-match-p "^[0-9:]+ started .*gitexplorer$" (buffer-string)))))

(ert-deftest gitexplorer-test-settings-become-json ()
  (should (equal (json-serialize
                  (gitexplorer--json '( :debounceMilliseconds 5 :provisionalResults nil
                                        :github (:tokenCommand ("pass" "show" "x"))))
                  :false-object :json-false)
                 (concat "{\"debounceMilliseconds\":5,\"provisionalResults\":false,"
                         "\"github\":{\"tokenCommand\":[\"pass\",\"show\",\"x\"]}}"))))

;;; The doctor

(ert-deftest gitexplorer-test-doctor ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-doctor RET")
    (gitexplorer-test-until (string-match-p "search .* left of" (buffer-string)))
    (dolist (line '("^Emacs  " "^program  " "^server +does not run" "reachable" "\\<token  "))
      (should (string-match-p line (buffer-string))))))

(ert-deftest gitexplorer-test-limits-of-the-host-that-is-set ()
  (gitexplorer-test-with-sandbox url "limits=7/60"
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-keys "M-x gitexplorer-limits RET")
      (gitexplorer-test-until (string-match-p "search .* left of 7," (buffer-string)))
      (should-not (string-match-p "reachable" (buffer-string))))))

;;; Start-up

(ert-deftest gitexplorer-test-loading-costs-less-than-a-millisecond-and-starts-nothing ()
  (let ((runs
         (cl-loop
          repeat 8
          collect
          (gitexplorer-test-fresh-emacs
           '(require 'benchmark)
           '(garbage-collect)
           ;; The first measurement also measures how the measuring is loaded.
           '(benchmark-run 1 (ignore))
           '(list (car (benchmark-run 1 (load "gitexplorer-autoloads" nil t)))
                  (length (process-list))
                  (cl-remove-if-not (lambda (feature)
                                      (string-match-p "gitexplorer\\|jsonrpc"
                                                      (symbol-name feature)))
                                    features)
                  (mapcar #'commandp
                          '( gitexplorer-search gitexplorer-user gitexplorer-limits
                             gitexplorer-log gitexplorer-restart gitexplorer-doctor
                             gitexplorer-insert-mention gitexplorer-insert-co-author
                             gitexplorer-follow gitexplorer-unfollow
                             gitexplorer-completion-mode gitexplorer-consult-search)))))))
    ;; What else the machine is doing only adds to it.
    (should (< (apply #'min (mapcar #'car runs)) 0.001))
    (dolist (run runs)
      (should (equal (cdr run) (list 0 nil (make-list 12 t)))))))

(ert-deftest gitexplorer-test-options-are-found-before-anything-is-loaded ()
  (should (equal (gitexplorer-test-fresh-emacs
                  '(load "gitexplorer-autoloads" nil t)
                  '(custom-load-symbol 'gitexplorer)
                  '(mapcar (lambda (option) (and (custom-variable-p option) t))
                           '(gitexplorer-program gitexplorer-copy-format)))
                 '(t t))))

(ert-deftest gitexplorer-test-requiring-the-entry-loads-nothing-else ()
  (should (equal (gitexplorer-test-fresh-emacs
                  '(require 'gitexplorer)
                  '(list (process-list) (featurep 'jsonrpc) (featurep 'gitexplorer-client)
                         (commandp 'gitexplorer-search)))
                 '(nil nil nil t))))

;;; Other packages

(ert-deftest gitexplorer-test-without-consult-and-embark ()
  (should (equal (gitexplorer-test-fresh-emacs
                  '(require 'gitexplorer)
                  '(require 'gitexplorer-completion)
                  '(require 'gitexplorer-profile)
                  '(with-temp-buffer
                     (gitexplorer-profile-mode)
                     (list (featurep 'gitexplorer-embark)
                           (condition-case err (gitexplorer-consult-search)
                             (user-error (cadr err))))))
                 '(nil "GitExplorer: Consult is not installed; gitexplorer-search does without"))))

(provide 'client-tests)
;;; client-tests.el ends here
