;;; gitexplorer-consult.el --- Live search through Consult  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The live search with Consult's way of reading from the minibuffer.  Consult's own delays are
;; left out: every text goes to the server, which waits, cancels and ranks.

;;; Code:

(require 'gitexplorer-view)
(require 'gitexplorer-completion)

(declare-function consult--read "consult" (candidates &rest options))
(declare-function consult--async-sink "consult" ())

(defun gitexplorer-consult--source (sink)
  "Return an asynchronous source to feed SINK with the rows of a live search."
  (let ((text "") (version 0) view)
    (cl-labels
        ((open ()
           (gitexplorer--tell "search/didOpen"
                              `( :searchId ,(gitexplorer--view-id view) :version ,version
                                 ,@(and gitexplorer-source (list :source gitexplorer-source))
                                 ,@(unless (string-empty-p text) (list :text text)))))
         (receive (method params)
           (pcase (and (eq method 'search/results) (plist-get params :status))
             ("failure" (message "GitExplorer: %s"
                                 (gitexplorer--sentence (plist-get params :error))))
             ((pred stringp)
              (unless (gitexplorer--true (plist-get params :append)) (funcall sink 'flush))
              (show (plist-get params :items))))
           (when (equal (plist-get params :status) "idle")
             (funcall sink 'flush)
             (show nil))
           (when (eq method 'gitexplorer/lost)
             (message "GitExplorer: %s" (gitexplorer--sentence params))))
         (show (items)
           (when-let ((candidates (mapcar #'gitexplorer-completion--candidate items)))
             (funcall sink candidates))
           (funcall sink 'refresh)))
      (lambda (action)
        (pcase action
          ('setup
           (setq view (gitexplorer--make-view :id (gitexplorer--fresh-id "consult")
                                              :open #'open :receive #'receive))
           (gitexplorer--show-view view)
           (funcall sink 'setup))
          ('destroy
           (gitexplorer--close-view view "search/didClose"
                                    (list :searchId (gitexplorer--view-id view)))
           (funcall sink 'destroy))
          ((pred stringp)
           (setq text (gitexplorer--wire-text (substring-no-properties action)))
           (gitexplorer--tell "search/didChange"
                              (list :searchId (gitexplorer--view-id view)
                                    :version (cl-incf version) :text text)))
          (_ (funcall sink action)))))))

;;;###autoload
(defun gitexplorer-consult-search ()
  "Search for people on GitHub in the minibuffer, and open a profile."
  (interactive)
  (unless (require 'consult nil t)
    (user-error "GitExplorer: Consult is not installed; gitexplorer-search does without"))
  (gitexplorer--connect)
  (gitexplorer-user
   (substring-no-properties
    (consult--read (if (fboundp 'consult--async-pipeline)
                       #'gitexplorer-consult--source
                     (gitexplorer-consult--source (consult--async-sink)))
                   :prompt "GitHub: "
                   :category 'gitexplorer-user
                   :annotate (lambda (candidate) (gitexplorer-completion--suffix candidate 24))
                   :lookup (lambda (selected &rest _) selected)
                   :sort nil
                   :require-match t
                   :history 'gitexplorer-user-history))))

(provide 'gitexplorer-consult)
;;; gitexplorer-consult.el ends here
