;;; gitexplorer-log.el --- What the server had to say  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A buffer of bounded length with the server's remarks, its standard error and its comings and
;; goings.

;;; Code:

(require 'subr-x)

(defconst gitexplorer--log-lines 1000
  "How many lines of the log are kept.")

(defun gitexplorer--log-buffer ()
  "Return the buffer with what the server had to say."
  (let ((buffer (get-buffer-create "*gitexplorer log*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'special-mode) (special-mode)))
    buffer))

(defun gitexplorer--log (format &rest args)
  "Add a line made from FORMAT and ARGS to the log."
  (with-current-buffer (gitexplorer--log-buffer)
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (insert (format-time-string "%H:%M:%S ")
                (string-trim-right (apply #'format format args)) "\n")
        (forward-line (- gitexplorer--log-lines))
        (delete-region (point-min) (point))))))

(defun gitexplorer--log-stderr (_process text)
  "Add TEXT, which the server wrote to its standard error, to the log."
  (unless (string-blank-p text)
    (gitexplorer--log "stderr: %s" text)))

;;;###autoload
(defun gitexplorer-log ()
  "Show the log: what the server had to say, and when it began and ended."
  (interactive)
  (pop-to-buffer (gitexplorer--log-buffer)))

(provide 'gitexplorer-log)
;;; gitexplorer-log.el ends here
