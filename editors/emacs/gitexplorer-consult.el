;;; gitexplorer-consult.el --- Live search through Consult  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The live search with Consult's way of reading from the minibuffer.  Consult's own delays are
;; left out: every text goes to the server, which waits, cancels and ranks.

;;; Code:

(require 'gitexplorer-read)

(declare-function consult--read "consult" (candidates &rest options))
(declare-function consult--async-sink "consult" ())

(defun gitexplorer-consult--source (live)
  "Return a function from a sink to an asynchronous source that is LIVE."
  (lambda (sink)
    (setf (gitexplorer-live-changed live)
          (lambda () (gitexplorer-consult--show live sink)))
    (lambda (action)
      (pcase action
        ('setup (gitexplorer-live-open live "consult"))
        ('destroy (gitexplorer-live-close live))
        ((pred stringp)
         (gitexplorer-live-replace live (substring-no-properties action))))
      (if (stringp action) nil (funcall sink action)))))

(defun gitexplorer-consult--show (live sink)
  "Feed SINK with what LIVE has found; a list that is about to change stays."
  (unless (memq (gitexplorer-live-phase live) '(pending loading retrying))
    (gitexplorer-completion--tell live)
    (funcall sink 'flush)
    (when-let ((candidates (gitexplorer-completion--candidates live)))
      (funcall sink candidates))
    (funcall sink 'refresh)))

;;;###autoload
(defun gitexplorer-consult-search (&optional text)
  "Search for people on GitHub in the minibuffer, and open a profile.
Begin with TEXT, the login at point where there is one."
  (interactive (list (gitexplorer--login-near-point)))
  (unless (require 'consult nil t)
    (user-error "GitExplorer: Consult is not installed; gitexplorer-search does without"))
  (gitexplorer--connect)
  (let* ((live (gitexplorer-completion--search))
         (source (gitexplorer-consult--source live)))
    (gitexplorer-consult--open
     (minibuffer-with-setup-hook (:append #'gitexplorer-completion--use-style)
       (consult--read (if (fboundp 'consult--async-pipeline) source
                        (funcall source (consult--async-sink)))
                      :prompt (concat (gitexplorer--source-name gitexplorer-source) ": ")
                      :category 'gitexplorer-user
                      :annotate #'gitexplorer-completion--annotate
                      :lookup (lambda (selected candidates &rest _)
                                (or (car (member selected candidates)) selected))
                      :sort nil
                      :initial text
                      :add-history (gitexplorer--logins-at-point)
                      :require-match t
                      :history 'gitexplorer-user-history))
     live)))

(defun gitexplorer-consult--open (candidate live)
  "Open the row of LIVE that CANDIDATE stands for."
  (let ((item (gitexplorer-completion--item candidate live)))
    (cond ((gitexplorer--login item)
           (gitexplorer-user (gitexplorer--login item) gitexplorer-source))
          ((plist-get item :url) (browse-url (plist-get item :url)))
          (t (user-error "GitExplorer: nothing to open for %s" candidate)))))

(provide 'gitexplorer-consult)
;;; gitexplorer-consult.el ends here
