;;; gitexplorer-embark.el --- Act on people through Embark  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Loaded by the other files where Embark is installed, never elsewhere.  What Embark acts on is a
;; login: a candidate of completion, or the row at point.

;;; Code:

(require 'gitexplorer-view)
(require 'gitexplorer-completion)

(defvar embark-keymap-alist)
(defvar embark-target-finders)

(unless (require 'embark nil t)
  (user-error "GitExplorer: Embark is not installed"))

(defvar gitexplorer-embark-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "o") #'gitexplorer-user)
    (define-key map (kbd "b") #'gitexplorer-embark-browse)
    (define-key map (kbd "w") #'gitexplorer-embark-copy)
    (define-key map (kbd "f") #'gitexplorer-follow)
    (define-key map (kbd "F") #'gitexplorer-unfollow)
    (define-key map (kbd "@") #'gitexplorer-insert-mention)
    (define-key map (kbd "c") #'gitexplorer-insert-co-author)
    map)
  "Keys for a login that Embark acts on.")

(defun gitexplorer-embark-browse (login)
  "Show LOGIN in a web browser."
  (interactive (list (gitexplorer--read-login "User: ")))
  (browse-url (plist-get (gitexplorer-embark--item login) :url)))

(defun gitexplorer-embark-copy (login)
  "Copy LOGIN in the form of `gitexplorer-copy-format'."
  (interactive (list (gitexplorer--read-login "User: ")))
  (let ((text (gitexplorer--form (gitexplorer-embark--item login) gitexplorer-copy-format)))
    (kill-new text)
    (message "Copied %s" text)))

(defun gitexplorer-embark--item (login)
  "Return the item of LOGIN, asked for if it is not at hand."
  (or (gitexplorer-completion--item login) (gitexplorer-completion--user login)))

(defun gitexplorer-embark-target ()
  "Return the login of the row at point as a target of Embark."
  (when-let (((derived-mode-p 'gitexplorer-mode 'gitexplorer-list-mode))
             (item (gitexplorer--item-at-point))
             (login (gitexplorer--login item)))
    `(gitexplorer-user ,login ,(line-beginning-position) . ,(line-end-position))))

(add-to-list 'embark-keymap-alist '(gitexplorer-user . gitexplorer-embark-map))
(add-to-list 'embark-target-finders #'gitexplorer-embark-target)

(provide 'gitexplorer-embark)
;;; gitexplorer-embark.el ends here
