;;; gitexplorer-view.el --- What the buffers have in common  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; How point stays on its row while the text around it is drawn anew, and the commands that act on
;; the row at point, in the list of a search, in a profile and in a table.

;;; Code:

(require 'gitexplorer-row)
(require 'text-property-search)

(autoload 'gitexplorer-user "gitexplorer-profile" nil t)
(autoload 'gitexplorer-help "gitexplorer-menu" nil t)
(autoload 'gitexplorer--read-login "gitexplorer-read")
(declare-function tabulated-list-get-id "tabulated-list" (&optional pos))

;;; Staying where one is

(defun gitexplorer--redraw (draw &optional first)
  "Erase the buffer and call DRAW to fill it.
Point, here and in every window, stays on the row it was on; if that row is
gone, or FIRST is non-nil, it goes to the first one."
  (let* ((windows (get-buffer-window-list nil nil t))
         (place (lambda (position) (unless first (gitexplorer--place position))))
         (places (mapcar (lambda (window) (funcall place (window-point window))) windows))
         (heights (mapcar #'gitexplorer--height windows))
         (here (funcall place (point)))
         (inhibit-read-only t))
    (erase-buffer)
    (setq gitexplorer--drawn-columns (gitexplorer--columns))
    (funcall draw)
    (goto-char (gitexplorer--find-place here))
    (cl-mapc (lambda (window place height)
               (set-window-point window (gitexplorer--find-place place))
               (gitexplorer--set-start window height))
             windows places heights)
    (set-buffer-modified-p nil)))

(defun gitexplorer--height (window)
  "Return how many lines WINDOW has above point; nil at the top of the buffer."
  (unless (= (window-start window) (point-min))
    (count-lines (window-start window) (gitexplorer--line (window-point window)))))

(defun gitexplorer--set-start (window height)
  "Let WINDOW show HEIGHT lines above its point; nil is as many as there are.
What explains the rows stands above them: so a window that can start at the
top without losing its point does, if all fits or nothing but that is hidden."
  (let* ((position (gitexplorer--line (window-point window)))
         (lines (window-body-height window))
         (above (count-lines (point-min) position)))
    (set-window-start
     window
     (if (and (< above lines)
              (or (null height)
                  (<= (count-lines (point-min) (point-max)) lines)
                  (not (text-property-not-all (point-min) position 'gitexplorer-item nil))))
         (point-min)
       (gitexplorer--line position (- (min (or height (1- lines)) (1- lines)))))
     t)))

(defun gitexplorer--line (position &optional lines)
  "Return where the line of POSITION begins, or the one that is LINES further."
  (save-excursion
    (goto-char position)
    (line-beginning-position (1+ (or lines 0)))))

(defun gitexplorer--place (position)
  "Return what is needed to find POSITION again: a row's key and a column.
Between rows it is the row above."
  (save-excursion
    (goto-char position)
    (let ((column (current-column)) key)
      (beginning-of-line)
      (while (and (null (setq key (get-text-property (point) 'gitexplorer-key)))
                  (zerop (forward-line -1))))
      (cons key column))))

(defun gitexplorer--find-place (place)
  "Return the position that PLACE, see `gitexplorer--place', stands for now."
  (save-excursion
    (goto-char (point-min))
    (let ((match (and (car place)
                      (text-property-search-forward 'gitexplorer-key (car place) #'equal))))
      (cond (match (goto-char (prop-match-beginning match))
                   (move-to-column (cdr place)))
            (t (goto-char (or (text-property-not-all (point-min) (point-max)
                                                     'gitexplorer-item nil)
                              (point-min)))))
      (point))))

;;; Moving

(defun gitexplorer--move (step)
  "Move to the next row in the direction of STEP, 1 or -1; return nil at the end."
  (let ((from (point)) (found nil))
    (beginning-of-line)
    (while (and (not found) (zerop (forward-line step)) (not (eobp)))
      (setq found (get-text-property (point) 'gitexplorer-item)))
    (unless found (goto-char from))
    found))

(defun gitexplorer-next (&optional count)
  "Move COUNT rows down."
  (interactive "p" gitexplorer-mode)
  (dotimes (_ (or count 1))
    (unless (gitexplorer--move 1) (gitexplorer-load-more))))

(defun gitexplorer-previous (&optional count)
  "Move COUNT rows up."
  (interactive "p" gitexplorer-mode)
  (dotimes (_ (or count 1)) (gitexplorer--move -1)))

;;; Acting on the item at point

(defvar-local gitexplorer--source nil
  "The id of the source that this buffer shows, or nil for the first one.")

(defun gitexplorer--item-at-point ()
  "Return the item at point, or nil."
  (or (get-text-property (point) 'gitexplorer-item)
      (and (derived-mode-p 'tabulated-list-mode) (tabulated-list-get-id))))

(defun gitexplorer--items ()
  "Return the items of the rows of this buffer, in their order."
  (save-excursion
    (goto-char (point-min))
    (let (items)
      (while (not (eobp))
        (when-let ((item (gitexplorer--item-at-point))) (push item items))
        (forward-line))
      (seq-uniq (nreverse items) #'eq))))

(defun gitexplorer--the-item ()
  "Return the item at point; say so if there is none."
  (or (gitexplorer--item-at-point) (user-error "No row here")))

(defun gitexplorer-open ()
  "Open what is at point: a profile, the page of a repository, or more rows."
  (interactive)
  (let ((more (get-text-property (point) 'gitexplorer-more)))
    (if more (funcall more)
      (let* ((item (gitexplorer--the-item)) (login (gitexplorer--login item)))
        (cond (login (gitexplorer-user login gitexplorer--source))
              ((plist-get item :url) (browse-url (plist-get item :url)))
              (t (user-error "Nothing to open for this row")))))))

(defun gitexplorer-browse ()
  "Show what is at point in a web browser."
  (interactive)
  (let ((url (plist-get (gitexplorer--the-item) :url)))
    (unless url (user-error "This row has no address"))
    (browse-url url)))

(defun gitexplorer-copy (form)
  "Copy the row at point in FORM, see `gitexplorer-copy-format'.
With a prefix argument, ask for the form."
  (interactive
   (list (if current-prefix-arg
             (intern (completing-read "Copy as: " '("mention" "login" "co-author" "url" "markdown")
                                      nil t))
           gitexplorer-copy-format)))
  (let ((text (gitexplorer--form (gitexplorer--the-item) form)))
    (kill-new text)
    (message "Copied %s" text)))

(defvar-local gitexplorer--owner nil
  "The login that this buffer is about, if it is about one.")

(defun gitexplorer--asked-login (prompt)
  "Return the login at point or of the buffer, or read one with PROMPT."
  (let ((item (gitexplorer--item-at-point)))
    (or (and item (gitexplorer--login item))
        gitexplorer--owner
        (gitexplorer--read-login prompt))))

;;;###autoload
(defun gitexplorer-follow (login)
  "Follow LOGIN: the one at point, or one that is asked for."
  (interactive (list (gitexplorer--asked-login "Follow: ")))
  (gitexplorer--wish "user/follow" login "You follow %s"))

;;;###autoload
(defun gitexplorer-unfollow (login)
  "Stop following LOGIN: the one at point, or one that is asked for."
  (interactive (list (gitexplorer--asked-login "Unfollow: ")))
  (gitexplorer--wish "user/unfollow" login "You do not follow %s"))

(defun gitexplorer--wish (method login done)
  "Ask for METHOD with LOGIN and tell the outcome; DONE is the format of success."
  (gitexplorer--connect)
  (gitexplorer--request
   method (list :login login)
   (lambda (_result error)
     (if error (message "GitExplorer: %s" (gitexplorer--sentence error))
       (message done login)))))

;;; Bookmarks

(declare-function bookmark-prop-get "bookmark" (bookmark prop))

(defun gitexplorer--bookmark-source ()
  "Return the members of a bookmark that say what this buffer's source is."
  (let ((source (gitexplorer--known-source gitexplorer--source)))
    `((source . ,(or (plist-get source :id) gitexplorer--source))
      (host . ,(plist-get source :host)))))

(defun gitexplorer--bookmarked-source (bookmark)
  "Return the source of BOOKMARK; refuse one that asks another host by now."
  (let* ((id (bookmark-prop-get bookmark 'source))
         (host (bookmark-prop-get bookmark 'host))
         (now (and host (progn (gitexplorer--sources)
                               (plist-get (gitexplorer--known-source id) :host)))))
    (when (and now (not (equal host now)))
      (user-error "GitExplorer: this bookmark is of %s, and now %s is asked" host now))
    id))

;;; The mode

(defvar-local gitexplorer--draw-function nil
  "What draws this buffer anew.")

(defvar-local gitexplorer--drawn-columns nil
  "How many columns this buffer was drawn for.")

(defun gitexplorer--fit-window (window)
  "Draw the buffer of WINDOW anew if its width has changed."
  (with-current-buffer (window-buffer window)
    (unless (eql gitexplorer--drawn-columns (gitexplorer--columns))
      (when gitexplorer--draw-function (funcall gitexplorer--draw-function)))))

(defvar-local gitexplorer--load-more-function nil
  "What loads more rows into this buffer, if it can.")

(defun gitexplorer-load-more ()
  "Load more rows, of the section at point in a profile."
  (interactive)
  (if gitexplorer--load-more-function (funcall gitexplorer--load-more-function)
    (user-error "No more rows")))

(defvar-local gitexplorer--kill-on-quit nil
  "Whether quitting this buffer ends it.")

(defun gitexplorer-quit ()
  "Quit the window of this buffer; a search ends with it."
  (interactive)
  (quit-window gitexplorer--kill-on-quit))

(defvar gitexplorer-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'gitexplorer-open)
    (define-key map (kbd "b") #'gitexplorer-browse)
    (define-key map (kbd "w") #'gitexplorer-copy)
    (define-key map (kbd "f") #'gitexplorer-follow)
    (define-key map (kbd "F") #'gitexplorer-unfollow)
    (define-key map (kbd "L") #'gitexplorer-load-more)
    (define-key map (kbd "n") #'gitexplorer-next)
    (define-key map (kbd "p") #'gitexplorer-previous)
    (define-key map (kbd "TAB") #'forward-button)
    (define-key map (kbd "<backtab>") #'backward-button)
    (define-key map (kbd "q") #'gitexplorer-quit)
    (define-key map (kbd "?") #'gitexplorer-help)
    map)
  "Keys of every buffer of GitExplorer.")

(easy-menu-define gitexplorer-menu gitexplorer-mode-map
  "Menu of GitExplorer's buffers."
  '("GitExplorer"
    ["Open" gitexplorer-open]
    ["Show in a browser" gitexplorer-browse]
    ["Copy" gitexplorer-copy]
    "--"
    ["Follow" gitexplorer-follow]
    ["Unfollow" gitexplorer-unfollow]
    "--"
    ["Load more" gitexplorer-load-more :active gitexplorer--load-more-function]
    ["Ask again" revert-buffer]
    ["Search…" gitexplorer-search]
    "--"
    ["Keys" gitexplorer-help]
    ["Budgets" gitexplorer-limits]
    ["Log" gitexplorer-log]
    ["Quit" gitexplorer-quit]))

(define-derived-mode gitexplorer-mode special-mode "GitExplorer"
  "Parent of the modes of GitExplorer's buffers."
  :interactive nil
  (setq truncate-lines t)
  (buffer-disable-undo)
  (add-hook 'window-size-change-functions #'gitexplorer--fit-window nil t)
  (when (and (fboundp 'embark-act) (locate-library "embark"))
    (require 'gitexplorer-embark)))

(provide 'gitexplorer-view)
;;; gitexplorer-view.el ends here
