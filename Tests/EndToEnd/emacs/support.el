;;; support.el --- What the tests of the Emacs package share  -*- lexical-binding: t; -*-

;;; Commentary:

;; Keys are typed through keyboard macros.  Between keys a test may wait for a condition, look at
;; what is shown, or do something to the server; `gitexplorer-test-keys' runs such steps inside
;; the macro, from a command of its own, so that the prompt stays open meanwhile.

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'gitexplorer)
(require 'gitexplorer-client)
(require 'gitexplorer-results)
(require 'gitexplorer-profile)
(require 'gitexplorer-capf)

;;; The server

(defconst gitexplorer-test-package (file-name-directory (locate-library "gitexplorer"))
  "Where the package is that is tested.")

(defconst gitexplorer-test-program
  (getenv "GITEXPLORER")
  "The server that is tested against.")

(defmacro gitexplorer-test-with-server (faults &rest body)
  "Evaluate BODY against a fresh sandbox with FAULTS, a string, or nil for none.
FAULTS may also be (URL), the address of a sandbox that runs already."
  (declare (indent 1) (debug t))
  `(let* ((faults ,faults)
          (gitexplorer-program gitexplorer-test-program)
          (gitexplorer-arguments
           (cond ((stringp faults) (list "--sandbox" "--faults" faults))
                 ((null faults) (list "--sandbox"))))
          (gitexplorer-settings
           `(:debounceMilliseconds 100
             ,@(when (consp faults) `(:github (:baseUrl ,(car faults) :token "made-up"))))))
     (gitexplorer-test-clean)
     (unwind-protect (progn ,@body)
       (gitexplorer-test-clean))))

(defvar gitexplorer-test-messages nil "What was said in the echo area, newest first.")

(defun gitexplorer-test-clean ()
  "End the server and remove every buffer of the package."
  (setq gitexplorer-test-messages nil)
  (dolist (buffer (buffer-list))
    (when (string-prefix-p "*gitexplorer" (buffer-name buffer)) (kill-buffer buffer)))
  (gitexplorer--stop)
  (clrhash gitexplorer--views)
  (setq gitexplorer--server nil gitexplorer--restarted-at 0
        gitexplorer-profile--current nil gitexplorer-profile--back nil
        gitexplorer-profile--forward nil gitexplorer-capf--live nil)
  (delete-other-windows)
  (switch-to-buffer "*scratch*"))

(defun gitexplorer-test-kill-server ()
  "Kill the server as a crash would."
  (signal-process (jsonrpc--process gitexplorer--server) 'SIGKILL))

(defun gitexplorer-test-pid ()
  "Return the process id of the server."
  (process-id (jsonrpc--process gitexplorer--server)))

(defmacro gitexplorer-test-with-sandbox (url faults &rest body)
  "Evaluate BODY with URL bound to the address of a sandbox of its own with FAULTS."
  (declare (indent 2) (debug t))
  `(let* ((output (generate-new-buffer " *sandbox*"))
          (sandbox (make-process :name "sandbox" :buffer output :noquery t
                                 :command `(,gitexplorer-test-program "sandbox" "--port" "0"
                                            ,@(and ,faults (list "--faults" ,faults))))))
     (unwind-protect
         (let ((,url (gitexplorer-test-wait
                      (lambda ()
                        (with-current-buffer output
                          (goto-char (point-min))
                          (and (re-search-forward "http://[0-9.:]+" nil t) (match-string 0))))
                      "the sandbox's address")))
           ,@body)
       (delete-process sandbox)
       (kill-buffer output))))

(defun gitexplorer-test-ask-sandbox (url method path body)
  "Send the sandbox at URL the request METHOD PATH with BODY and return what it answers."
  (let ((connection (make-network-process
                     :name "ask" :buffer (generate-new-buffer " *ask*") :noquery t
                     :coding 'utf-8-unix :sentinel #'ignore :host "127.0.0.1"
                     :service (string-to-number (car (last (split-string url ":")))))))
    (process-send-string
     connection
     (format "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\
Connection: close\r\n\r\n%s" method path (string-bytes body) body))
    (gitexplorer-test-wait (lambda () (not (process-live-p connection))) "the sandbox's answer")
    (with-current-buffer (process-buffer connection)
      (goto-char (point-min))
      (should (looking-at "HTTP/1.1 2"))
      (re-search-forward "^\r?\n")
      (prog1 (buffer-substring (point) (point-max))
        (kill-buffer)))))

(defun gitexplorer-test-set-faults (url faults)
  "Let the sandbox at URL have FAULTS from now on."
  (gitexplorer-test-ask-sandbox url "PUT" "/_sandbox/faults" faults))

(defun gitexplorer-test-searches (url)
  "Return the queries that the sandbox at URL was asked to search for, oldest first."
  (cl-loop for request across (json-parse-string
                               (gitexplorer-test-ask-sandbox url "GET" "/_sandbox/requests" "")
                               :object-type 'plist)
           when (string-match "\\`/search/users\\?.*?\\<q=\\([^&]*\\)"
                              (plist-get request :target))
           collect (url-unhex-string (match-string 1 (plist-get request :target)))))

;;; Waiting

(defconst gitexplorer-test-seconds 20
  "How long a condition is waited for before the test fails.")

(defun gitexplorer-test-wait (condition &optional what)
  "Wait until CONDITION, a function, returns non-nil, and return that.
WHAT says what was waited for if it never comes."
  (let ((end (+ (float-time) gitexplorer-test-seconds)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02))
    (or value (error "Waited in vain for %s; the list shows:\n%s" (or what condition)
                     (ignore-errors (gitexplorer-test-list))))))

(defmacro gitexplorer-test-until (form)
  "Wait until FORM is non-nil and return its value."
  `(gitexplorer-test-wait (lambda () ,form) ',form))

;;; Typing

(defvar gitexplorer-test--steps nil "The steps still to come.")
(defvar gitexplorer-test--failure nil "What went wrong in a step.")

(defun gitexplorer-test--step ()
  "Run the next step; if it fails, leave the macro."
  (interactive)
  (condition-case err
      (funcall (pop gitexplorer-test--steps))
    (t (setq gitexplorer-test--failure err)
       (if (> (minibuffer-depth) 0) (abort-recursive-edit) (keyboard-quit)))))

(global-set-key [f12] #'gitexplorer-test--step)

(defmacro gitexplorer-test-keys (&rest steps)
  "Type STEPS: strings are keys as `kbd' reads them, other forms are evaluated."
  `(gitexplorer-test--type (list ,@(mapcar (lambda (step)
                                             (if (stringp step) step `(lambda () ,step)))
                                           steps))))

(defun gitexplorer-test--type (steps)
  "Type STEPS, see `gitexplorer-test-keys'."
  (setq gitexplorer-test--failure nil
        gitexplorer-test--steps (cl-remove-if #'stringp steps))
  (condition-case nil
      (execute-kbd-macro
       (kbd (mapconcat (lambda (step) (if (stringp step) step "<f12>")) steps " ")))
    (quit nil))
  (when gitexplorer-test--failure
    (signal (car gitexplorer-test--failure) (cdr gitexplorer-test--failure)))
  (when gitexplorer-test--steps
    (error "The keys ended before %d steps" (length gitexplorer-test--steps))))

(advice-add 'message :after
            (lambda (format &rest args)
              (when format (push (apply #'format-message format args) gitexplorer-test-messages))))

(defun gitexplorer-test-said (regexp)
  "Return non-nil if something that matches REGEXP was said."
  (cl-some (lambda (text) (string-match-p regexp text)) gitexplorer-test-messages))

;;; Looking

(defun gitexplorer-test-list ()
  "Return the text of the result list."
  (with-current-buffer "*gitexplorer search*"
    (buffer-substring-no-properties (point-min) (point-max))))

(defun gitexplorer-test-header (&optional buffer)
  "Return the header line of BUFFER, the result list by default."
  (with-current-buffer (or buffer "*gitexplorer search*")
    (string-trim (eval (cadr header-line-format) t))))

(defun gitexplorer-test-labels (&optional buffer)
  "Return the labels of the rows of BUFFER, the result list by default."
  (with-current-buffer (or buffer "*gitexplorer search*")
    (save-excursion
      (goto-char (point-min))
      (let (labels)
        (while (not (eobp))
          (when-let ((item (get-text-property (point) 'gitexplorer-item)))
            (push (plist-get item :label) labels))
          (forward-line))
        (nreverse labels)))))

(defun gitexplorer-test-row ()
  "Return the label of the row that the window of the result list has point on."
  (with-current-buffer "*gitexplorer search*"
    (plist-get (get-text-property (window-point (get-buffer-window)) 'gitexplorer-item) :label)))

(defun gitexplorer-test-faces (text &optional buffer)
  "Return the faces of the first TEXT in BUFFER, the result list by default."
  (with-current-buffer (or buffer "*gitexplorer search*")
    (save-excursion
      (goto-char (point-min))
      (search-forward text)
      (ensure-list (get-text-property (match-beginning 0) 'face)))))

;;; Running

(defun gitexplorer-test-run ()
  "Run the tests that GITEXPLORER_TESTS, a regexp, selects and print a line for each."
  ;; Rows are as wide as the windows; this is what the tests expect.
  (set-frame-size nil 100 40)
  (dolist (test (ert-select-tests (or (getenv "GITEXPLORER_TESTS") t) t))
    (let* ((start (float-time))
           (result (let ((inhibit-message t)) (ert-run-test test))))
      (princ (format "%s %s (%.0f ms)\n"
                     (cond ((ert-test-skipped-p result) "skip")
                           ((ert-test-result-expected-p test result) "ok  ")
                           (t "FAIL"))
                     (ert-test-name test) (* 1000 (- (float-time) start))))
      (when (ert-test-result-with-condition-p result)
        (princ (format "     %s\n" (truncate-string-to-width
                                    (format "%S" (ert-test-result-with-condition-condition result))
                                    3000))))))
  (princ "all tests were run\n"))

(provide 'support)
;;; support.el ends here
