;;; gitexplorer-view.el --- Rows, and what to do with them  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; What the result list, the profile and the exported list have in common: how an item of the
;; server becomes a row, how point stays on its row while the text around it is drawn anew, and
;; the commands that act on the item at point.

;;; Code:

(require 'gitexplorer-client)
(require 'button)
(require 'text-property-search)

(autoload 'gitexplorer-user "gitexplorer-profile" nil t)
(autoload 'gitexplorer--read-login "gitexplorer-completion")

(defcustom gitexplorer-copy-format 'mention
  "What `gitexplorer-copy' copies when no form is asked for."
  :group 'gitexplorer
  :type '(choice (const :tag "@login" mention)
                 (const :tag "login" login)
                 (const :tag "Co-authored-by line" co-author)
                 (const :tag "Address" url)
                 (const :tag "Markdown link" markdown)))

;;; Faces

(defgroup gitexplorer-faces nil
  "Faces of GitExplorer."
  :group 'gitexplorer
  :group 'faces)

(defface gitexplorer-label '((t :inherit link :underline nil))
  "Face of a login or a name of a repository.")

(defface gitexplorer-match '((t :inherit match))
  "Face of what the query matched in a label.")

(defface gitexplorer-detail '((t :inherit default))
  "Face of what stands next to a label.")

(defface gitexplorer-kind '((t :inherit shadow))
  "Face of the kind of a row, and of numbers.")

(defface gitexplorer-heading '((t :inherit bold))
  "Face of headings.")

(defface gitexplorer-stale '((t :inherit shadow))
  "Face of rows that are about to be replaced.")

(defface gitexplorer-current '((t :inherit highlight))
  "Face of the row that a command in the minibuffer would act on.")

(defface gitexplorer-waiting '((t :inherit warning))
  "Face of what tells that something is waited for.")

(defface gitexplorer-failure '((t :inherit error))
  "Face of what went wrong.")

(defface gitexplorer-hint '((t :inherit font-lock-comment-face))
  "Face of advice.")

;;; Items

(defun gitexplorer--data (item key)
  "Return member KEY of the data of ITEM, or nil."
  (plist-get (plist-get item :data) key))

(defun gitexplorer--login (item)
  "Return the login of ITEM, or nil if it is no person or organization."
  (gitexplorer--data item :login))

(defun gitexplorer--form (item form)
  "Return ITEM as text in FORM, one of the choices of `gitexplorer-copy-format'.
Forms that ITEM lacks are replaced by its label."
  (or (pcase form
        ('mention (gitexplorer--data item :mention))
        ('login (gitexplorer--login item))
        ('co-author (gitexplorer--data item :coAuthor))
        ('url (plist-get item :url))
        ('markdown (gitexplorer--data item :markdownLink)))
      (plist-get item :label)))

(defun gitexplorer--clean (text)
  "Return TEXT, a string or nil, on one line and without control characters."
  (string-trim (replace-regexp-in-string "[[:cntrl:]]+" " " (or text ""))))

(defun gitexplorer--true (value)
  "Return non-nil if VALUE, decoded from JSON, is true."
  (eq value t))

;;; Rows

(defconst gitexplorer--label-columns 24
  "How many columns a label takes before what follows it is pushed aside.")

(defun gitexplorer--columns ()
  "Return how many columns the current buffer has on screen."
  (let ((window (get-buffer-window nil t)))
    (if window (max 20 (1- (window-body-width window))) 79)))

(defun gitexplorer--fit (text columns)
  "Return TEXT cut to COLUMNS columns of the screen."
  (truncate-string-to-width text (max 1 columns) nil nil "…"))

(defun gitexplorer--marked-label (item)
  "Return the label of ITEM with its matches marked."
  (let* ((label (copy-sequence (or (plist-get item :label) "")))
         (end (length label)))
    (add-face-text-property 0 end 'gitexplorer-label nil label)
    (seq-doseq (match (plist-get item :matches))
      (let ((from (plist-get match :start)) (to (plist-get match :end)))
        (when (and (natnump from) (natnump to) (<= from to end))
          (add-face-text-property from to 'gitexplorer-match nil label))))
    (replace-regexp-in-string "[[:cntrl:]]" " " label)))

(defun gitexplorer--aside (item)
  "Return the short facts about ITEM that stand at the end of its row."
  (pcase (plist-get item :kind)
    ("repository"
     (string-join
      (delq nil (list (gitexplorer--data item :language)
                      (when-let ((stars (gitexplorer--data item :stargazersCount)))
                        (format "★%d" stars))
                      (and (gitexplorer--true (gitexplorer--data item :fork)) "fork")
                      (and (gitexplorer--true (gitexplorer--data item :archived)) "archived")))
      " "))
    ((or "user" "entry") "")
    (kind (or kind ""))))

(defun gitexplorer--insert-row (item key)
  "Insert ITEM as a line; KEY is what the line is known by."
  (let* ((start (point))
         (label (gitexplorer--marked-label item))
         (pad (max 2 (- gitexplorer--label-columns (string-width label))))
         (aside (gitexplorer--clean (gitexplorer--aside item)))
         (detail (gitexplorer--clean (plist-get item :detail)))
         (room (- (gitexplorer--columns) 2 (string-width label) pad
                  (if (string-empty-p aside) 0 (+ 2 (string-width aside))))))
    (insert "  ")
    (insert-text-button (gitexplorer--fit label (- (gitexplorer--columns) 2))
                        'follow-link t
                        'action (lambda (_) (gitexplorer-open))
                        'help-echo (plist-get item :url))
    (unless (string-empty-p (concat aside detail))
      (insert (make-string pad ?\s)))
    (unless (string-empty-p aside)
      (insert (propertize aside 'face 'gitexplorer-kind)))
    (unless (or (string-empty-p detail) (< room 4))
      (insert (if (string-empty-p aside) "" "  ")
              (propertize (gitexplorer--fit detail room) 'face 'gitexplorer-detail)))
    (insert "\n")
    (put-text-property start (point) 'gitexplorer-item item)
    (put-text-property start (point) 'gitexplorer-key key)))

(defun gitexplorer--insert-failure (error again)
  "Insert the words of ERROR, its advice, and AGAIN, how to try once more."
  (let ((data (plist-get error :data)) (fill-column (min 100 (gitexplorer--columns))))
    (insert "  " (propertize (gitexplorer--clean (plist-get error :message))
                             'face 'gitexplorer-failure)
            "\n")
    (seq-doseq (cause (plist-get data :causes))
      (insert (propertize (format "    %s: %s\n" (plist-get cause :section)
                                  (gitexplorer--clean (plist-get cause :message)))
                          'face 'gitexplorer-hint)))
    (when-let ((hint (plist-get data :hint)))
      (insert "  " (propertize (gitexplorer--clean hint) 'face 'gitexplorer-hint) "\n"))
    (when (and again (gitexplorer--true (plist-get data :retryable)))
      (insert "  " (propertize again 'face 'gitexplorer-hint) "\n"))))

(defun gitexplorer--insert-more (action)
  "Insert a button to call ACTION for more rows."
  (insert "  ")
  (insert-text-button "[More]" 'follow-link t 'action (lambda (_) (funcall action)))
  (insert "\n"))

;;; Staying where one is

(defun gitexplorer--redraw (draw)
  "Erase the buffer and call DRAW to fill it.
Point, here and in every window, stays on the row it was on; if that row is
gone it goes to the first one.  Windows keep the row at the same height."
  (let* ((windows (get-buffer-window-list nil nil t))
         (places (mapcar (lambda (window) (gitexplorer--place (window-point window))) windows))
         (heights (mapcar (lambda (window)
                            (count-lines (window-start window)
                                         (gitexplorer--line (window-point window))))
                          windows))
         (place (gitexplorer--place (point)))
         (inhibit-read-only t))
    (erase-buffer)
    (funcall draw)
    (goto-char (gitexplorer--find-place place))
    (cl-mapc (lambda (window place height)
               (let ((position (gitexplorer--find-place place)))
                 (set-window-point window position)
                 (set-window-start window (gitexplorer--line position (- height)) t)))
             windows places heights)
    (set-buffer-modified-p nil)))

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

(defun gitexplorer--item-at-point ()
  "Return the item at point, or nil."
  (or (get-text-property (point) 'gitexplorer-item)
      (and (derived-mode-p 'tabulated-list-mode) (tabulated-list-get-id))))

(defun gitexplorer--the-item ()
  "Return the item at point; say so if there is none."
  (or (gitexplorer--item-at-point) (user-error "No row here")))

(defun gitexplorer-open ()
  "Open what is at point: a profile, or the page of a repository."
  (interactive)
  (let* ((item (gitexplorer--the-item)) (login (gitexplorer--login item)))
    (cond (login (gitexplorer-user login))
          ((plist-get item :url) (browse-url (plist-get item :url)))
          (t (user-error "Nothing to open for this row")))))

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

;;; The mode

(defvar-local gitexplorer--load-more-function nil
  "What loads more rows into this buffer, if it can.")

(defun gitexplorer-load-more ()
  "Load more rows, of the section at point in a profile."
  (interactive)
  (if gitexplorer--load-more-function (funcall gitexplorer--load-more-function)
    (user-error "No more rows")))

(defun gitexplorer-help ()
  "Show the keys of this buffer in the echo area."
  (interactive)
  (message "%s" (substitute-command-keys "\\<gitexplorer-mode-map>\
\\[gitexplorer-open] open  \\[gitexplorer-browse] browser  \\[gitexplorer-copy] copy  \
\\[gitexplorer-follow] follow  \\[gitexplorer-unfollow] unfollow  \\[gitexplorer-load-more] more  \
\\[revert-buffer] again
\\[gitexplorer-next] next  \\[gitexplorer-previous] previous  \\[forward-button] next button  \
\\[quit-window] quit  \\[describe-mode] everything")))

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
    (define-key map (kbd "?") #'gitexplorer-help)
    map)
  "Keys of every buffer of GitExplorer.")

(define-derived-mode gitexplorer-mode special-mode "GitExplorer"
  "Parent of the modes of GitExplorer's buffers."
  :interactive nil
  (setq truncate-lines t)
  (buffer-disable-undo)
  (when (and (fboundp 'embark-act) (locate-library "embark"))
    (require 'gitexplorer-embark)))

(provide 'gitexplorer-view)
;;; gitexplorer-view.el ends here
