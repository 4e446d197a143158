;;; gitexplorer-list.el --- A search's people as a table  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A copy of a result list that no longer changes, in columns that can be sorted.  Until a column
;; is chosen the order is the server's.

;;; Code:

(require 'gitexplorer-view)
(require 'gitexplorer-results)
(require 'tabulated-list)

(defvar gitexplorer-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap gitexplorer-mode-map tabulated-list-mode-map))
    (define-key map (kbd "n") #'next-line)
    (define-key map (kbd "p") #'previous-line)
    (define-key map (kbd "L") #'undefined)
    map)
  "Keys of the table.")

(define-derived-mode gitexplorer-list-mode tabulated-list-mode "GitExplorer-List"
  "Mode of a table of people; `S' sorts by the column at point.
\\{gitexplorer-list-mode-map}"
  :interactive nil
  (setq tabulated-list-format [("Login" 24 t) ("Name" 24 t) ("Kind" 12 t) ("Address" 0 t)]
        tabulated-list-padding 2)
  (tabulated-list-init-header))

;;;###autoload
(defun gitexplorer-list-export ()
  "Show the list of this buffer as a table that can be sorted."
  (interactive nil gitexplorer-search-mode)
  (pop-to-buffer-same-window
   (gitexplorer-list--buffer (gitexplorer-results--text) (gitexplorer--items))))

(defun gitexplorer-list--buffer (title items)
  "Return a buffer with ITEMS as a table that can be sorted; TITLE is in its name."
  (unless items (user-error "No rows to export"))
  (let ((source gitexplorer--source))
    (with-current-buffer (get-buffer-create (format "*gitexplorer list: %s*" title))
      (gitexplorer-list-mode)
      (setq gitexplorer--source source
            tabulated-list-entries (mapcar #'gitexplorer-list--entry items))
      (tabulated-list-print)
      (current-buffer))))

(defun gitexplorer-list--entry (item)
  "Return ITEM as `tabulated-list-entries' wants it."
  (list item
        (vector (list (gitexplorer--clean (plist-get item :label))
                      'face 'gitexplorer-label 'follow-link t
                      'action (lambda (_) (gitexplorer-open)))
                (gitexplorer--clean (plist-get item :detail))
                (gitexplorer--clean (plist-get item :kind))
                (gitexplorer--clean (plist-get item :url)))))

(provide 'gitexplorer-list)
;;; gitexplorer-list.el ends here
