;;; gitexplorer-menu.el --- The keys at a glance  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A transient that shows every key of the buffer and runs what is chosen.  The keys are those of
;; the buffer's own maps.

;;; Code:

(require 'transient)
(require 'gitexplorer-view)

(defun gitexplorer-menu--in-p (&rest modes)
  "Return non-nil if the buffer is in one of MODES."
  (apply #'derived-mode-p modes))

;;;###autoload (autoload 'gitexplorer-help "gitexplorer-menu" nil t)
(transient-define-prefix gitexplorer-help ()
  "Show the keys of this buffer and do what is chosen."
  [["Row"
    ("RET" "open" gitexplorer-open)
    ("b" "in a browser" gitexplorer-browse)
    ("w" "copy" gitexplorer-copy)
    ("f" "follow" gitexplorer-follow)
    ("F" "unfollow" gitexplorer-unfollow)]
   ["Move"
    ("n" "next row" gitexplorer-next :transient t
     :if-not (lambda () (gitexplorer-menu--in-p 'gitexplorer-list-mode)))
    ("p" "previous row" gitexplorer-previous :transient t
     :if-not (lambda () (gitexplorer-menu--in-p 'gitexplorer-list-mode)))
    ("n" "next row" next-line :transient t
     :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-list-mode)))
    ("p" "previous row" previous-line :transient t
     :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-list-mode)))
    ("TAB" "next button" forward-button :transient t)
    ("<backtab>" "previous button" backward-button :transient t)]
   ["Profile"
    :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-profile-mode))
    ("]" "next section" gitexplorer-profile-next-section :transient t)
    ("[" "previous section" gitexplorer-profile-previous-section :transient t)
    ("l" "back" gitexplorer-profile-back)
    ("r" "forward" gitexplorer-profile-forward)]
   ["List"
    :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-search-mode))
    ("s" "edit the text" gitexplorer-search-edit)
    ("E" "as a table" gitexplorer-list-export)]
   ["Table"
    :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-list-mode))
    ("S" "sort by this column" tabulated-list-sort)]
   ["Buffer"
    ("L" "load more" gitexplorer-load-more
     :if (lambda () (gitexplorer-menu--in-p 'gitexplorer-mode)))
    ("g" "ask again" revert-buffer)
    ("q" "quit" gitexplorer-quit)]])

(provide 'gitexplorer-menu)
;;; gitexplorer-menu.el ends here
