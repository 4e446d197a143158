;;; gitexplorer-doctor.el --- What works and what does not  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; What the doctor of the server says, in a buffer, with what Emacs knows of the server.

;;; Code:

(require 'gitexplorer-server)

;;;###autoload
(defun gitexplorer-doctor ()
  "Show what works and what does not: versions, token source, host, budgets."
  (interactive)
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

(provide 'gitexplorer-doctor)
;;; gitexplorer-doctor.el ends here
