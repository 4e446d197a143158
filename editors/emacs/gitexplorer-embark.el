;;; gitexplorer-embark.el --- Act on people through Embark  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Loaded by the other files where Embark is installed, never elsewhere.  What Embark acts on is a
;; login: a candidate of completion, the row at point, or the current row of a search's prompt.

;;; Code:

(require 'gitexplorer-read)

(defvar embark-keymap-alist)
(defvar embark-target-finders)
(defvar embark-candidate-collectors)
(defvar embark-exporters-alist)
(defvar embark-general-map)
(defvar gitexplorer-search--target)
(autoload 'gitexplorer-list--buffer "gitexplorer-list")

(unless (require 'embark nil t)
  (user-error "GitExplorer: Embark is not installed"))

(defvar gitexplorer-embark-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map embark-general-map)
    (define-key map (kbd "o") #'gitexplorer-user)
    (define-key map (kbd "b") #'gitexplorer-embark-browse)
    (define-key map (kbd "w") #'gitexplorer-embark-copy)
    (define-key map (kbd "f") #'gitexplorer-follow)
    (define-key map (kbd "F") #'gitexplorer-unfollow)
    (define-key map (kbd "@") #'gitexplorer-insert-mention)
    (define-key map (kbd "c") #'gitexplorer-insert-co-author)
    map)
  "Keys for a login that Embark acts on, besides Embark's general ones.")

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
  (or (gitexplorer-completion--item login nil) (gitexplorer--user login)))

;;; What is acted on

(defun gitexplorer-embark--list ()
  "Return the buffer with the rows that belong to this one, or nil.
For the prompt of a search it is the list that the prompt drives."
  (cond ((derived-mode-p 'gitexplorer-mode 'gitexplorer-list-mode) (current-buffer))
        ((and (minibufferp) (bound-and-true-p gitexplorer-search--target)
              (buffer-live-p gitexplorer-search--target))
         gitexplorer-search--target)))

(defun gitexplorer-embark-target ()
  "Return the login of the current row as a target of Embark."
  (when-let ((list (gitexplorer-embark--list)))
    (with-current-buffer list
      (when-let* ((window (get-buffer-window nil t))
                  (position (window-point window))
                  (item (save-excursion (goto-char position) (gitexplorer--item-at-point)))
                  (login (gitexplorer--login item)))
        (cons 'gitexplorer-user
              (cons (propertize login 'gitexplorer-item item)
                    (unless (minibufferp (window-buffer (selected-window)))
                      (save-excursion
                        (goto-char position)
                        (cons (line-beginning-position) (line-end-position))))))))))

(defun gitexplorer-embark-candidates ()
  "Return the people of the list at hand as candidates of Embark."
  (when-let ((list (gitexplorer-embark--list))
             (items (with-current-buffer list (gitexplorer--items))))
    (cons 'gitexplorer-user
          (gitexplorer-completion--strings (seq-filter #'gitexplorer--login items)))))

(defun gitexplorer-embark-export (candidates)
  "Make a table of CANDIDATES that can be sorted the current buffer."
  (set-buffer (gitexplorer-list--buffer
               "embark"
               (mapcar (lambda (candidate)
                         (or (gitexplorer-completion--item candidate nil)
                             (list :label candidate :kind "user"
                                   :data (list :login candidate))))
                       candidates))))

(add-to-list 'embark-keymap-alist '(gitexplorer-user . gitexplorer-embark-map))
(add-to-list 'embark-target-finders #'gitexplorer-embark-target)
(add-to-list 'embark-candidate-collectors #'gitexplorer-embark-candidates)
(setf (alist-get 'gitexplorer-user embark-exporters-alist) #'gitexplorer-embark-export)

(provide 'gitexplorer-embark)
;;; gitexplorer-embark.el ends here
