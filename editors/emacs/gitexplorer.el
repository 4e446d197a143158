;;; gitexplorer.el --- Live search for people on GitHub  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, vc, convenience
;; URL: https://example.org/gitexplorer

;;; Commentary:

;; A thin client of GitExplorer's server.  M-x gitexplorer-search shows people while you type,
;; M-x gitexplorer-user shows a profile; others insert @mentions and Co-authored-by lines.
;;
;; This file is the entry: it loads nothing but what a command needs when it is called.
;;
;;   gitexplorer-client      the connection, the options
;;   gitexplorer-view        rows, faces, what can be done with the row at point
;;   gitexplorer-search      the prompt
;;   gitexplorer-results     the list that it drives
;;   gitexplorer-list        a result list as a table
;;   gitexplorer-profile     the profile buffer
;;   gitexplorer-completion  reading a login, completion at point
;;   gitexplorer-consult, gitexplorer-embark   where those packages are

;;; Code:

;; With the package's generated autoloads these are there already; by hand this file makes them.

(autoload 'gitexplorer--connect "gitexplorer-client")
(autoload 'gitexplorer-restart "gitexplorer-client" nil t)
(autoload 'gitexplorer-search "gitexplorer-search" nil t)
(autoload 'gitexplorer-search-bookmark-jump "gitexplorer-results")
(autoload 'gitexplorer-list-export "gitexplorer-list" nil t)
(autoload 'gitexplorer-user "gitexplorer-profile" nil t)
(autoload 'gitexplorer-profile-bookmark-jump "gitexplorer-profile")
(autoload 'gitexplorer-follow "gitexplorer-view" nil t)
(autoload 'gitexplorer-unfollow "gitexplorer-view" nil t)
(autoload 'gitexplorer-insert-mention "gitexplorer-completion" nil t)
(autoload 'gitexplorer-insert-co-author "gitexplorer-completion" nil t)
(autoload 'gitexplorer-completion-mode "gitexplorer-completion" nil t)
(autoload 'gitexplorer-completion-at-point "gitexplorer-completion")
(autoload 'gitexplorer-consult-search "gitexplorer-consult" nil t)

(defvar gitexplorer-program)
(defvar gitexplorer-arguments)
(defvar gitexplorer-settings)
(declare-function gitexplorer--log-buffer "gitexplorer-client" ())
(declare-function gitexplorer--running-p "gitexplorer-client" ())
(declare-function gitexplorer--json "gitexplorer-client" (value))

;; So that `customize-group' finds the options before anything else is loaded.
;;;###autoload
(put 'gitexplorer 'custom-loads '(gitexplorer-client gitexplorer-view))

;;; The log

;;;###autoload
(defun gitexplorer-log ()
  "Show the log: what the server had to say, and when it began and ended."
  (interactive)
  (require 'gitexplorer-client)
  (pop-to-buffer (gitexplorer--log-buffer)))

;;; What the server's own doctor says

;;;###autoload
(defun gitexplorer-doctor ()
  "Show what works and what does not: versions, token source, host, budgets."
  (interactive)
  (require 'gitexplorer-client)
  (gitexplorer--consult-doctor
   "*gitexplorer doctor*" #'identity
   (concat (format "Emacs        %s\n" emacs-version)
           (format "program      %s\n" (or (executable-find gitexplorer-program)
                                           (format "no `%s'" gitexplorer-program)))
           (format "arguments    %s\n" (string-join gitexplorer-arguments " "))
           (format "server       %s\n" (if (gitexplorer--running-p) "runs" "does not run")))))

;;;###autoload
(defun gitexplorer-limits ()
  "Show how much of GitHub's budgets is left and when they are full again."
  (interactive)
  (require 'gitexplorer-client)
  (gitexplorer--consult-doctor "*gitexplorer limits*" #'gitexplorer--limits-only ""))

(defun gitexplorer--limits-only (text)
  "Return the lines of the doctor's TEXT that tell of budgets, or all if none does."
  (let ((lines (seq-filter (lambda (line) (string-match-p " left of " line))
                           (split-string text "\n"))))
    (if lines (concat (string-join lines "\n") "\n") text)))

(defun gitexplorer--consult-doctor (name select intro)
  "Run the doctor and show INTRO and its text, by way of SELECT, in buffer NAME."
  (let ((buffer (get-buffer-create name))
        (default-directory (expand-file-name "~/"))
        (program (executable-find gitexplorer-program)))
    (unless program (gitexplorer--connect))
    (gitexplorer--fill buffer (concat intro "asking…\n"))
    (let ((process
           (make-process
            :name "gitexplorer doctor" :noquery t :connection-type 'pipe :coding 'utf-8-unix
            :buffer (generate-new-buffer " *gitexplorer doctor output*")
            :command `(,program "doctor" ,@(gitexplorer--doctor-arguments))
            :sentinel (lambda (process _change)
                        (unless (process-live-p process)
                          (gitexplorer--doctored process buffer select intro))))))
      (process-send-string process (if gitexplorer-settings
                                       (json-serialize (gitexplorer--json gitexplorer-settings)
                                                       :false-object :json-false)
                                     "{}"))
      (process-send-eof process))
    (pop-to-buffer buffer)))

(defun gitexplorer--doctor-arguments ()
  "Return the arguments of the server that its doctor needs as well.
The settings go to its standard input, so that no token is on a command line."
  (let ((arguments gitexplorer-arguments) kept)
    (while arguments
      (pcase (pop arguments)
        ((and "--sandbox" word) (push word kept))
        ((and (or "--faults" "--config") word)
         (push word kept)
         (push (or (pop arguments) "") kept))))
    (append (nreverse kept)
            (unless (or (member "--config" kept) (null gitexplorer-settings))
              '("--config" "/dev/stdin")))))

(defun gitexplorer--doctored (process buffer select intro)
  "Show INTRO and the output of PROCESS, by way of SELECT, in BUFFER."
  (let ((text (with-current-buffer (process-buffer process) (buffer-string))))
    (kill-buffer (process-buffer process))
    (when (buffer-live-p buffer)
      (gitexplorer--fill buffer (concat intro (funcall select text))))))

(defun gitexplorer--fill (buffer text)
  "Let TEXT be all there is in BUFFER."
  (with-current-buffer buffer
    (unless (derived-mode-p 'special-mode) (special-mode))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min))
      (set-buffer-modified-p nil))))

(provide 'gitexplorer)
;;; gitexplorer.el ends here
