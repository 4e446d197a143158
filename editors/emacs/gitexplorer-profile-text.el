;;; gitexplorer-profile-text.el --- How a profile reads  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; What is known of a profile, in its buffer, and how it is drawn: a card, then repositories,
;; followers and following.  A section that failed says so in its place; the others stand.

;;; Code:

(require 'gitexplorer-avatar)
(require 'gitexplorer-view)

(defconst gitexplorer-profile--titles
  '((repos . "Repositories") (followers . "Followers") (following . "Following"))
  "The sections in the order they are shown, with their titles.")

(defvar-local gitexplorer-profile--login nil "Whose profile this is.")
(defvar-local gitexplorer-profile--user nil "The item of the person, once it is known.")
(defvar-local gitexplorer-profile--sections nil
  "An alist from sections to plists: what the server said of each, where it did.")
(defvar-local gitexplorer-profile--loading nil "Whether the profile is under way.")
(defvar-local gitexplorer-profile--waiting nil "The params of the last `retrying', or nil.")
(defvar-local gitexplorer-profile--more nil "The sections that are loading a further page.")
(defvar-local gitexplorer-profile--error nil "The one error of the profile, or nil.")
(defvar-local gitexplorer-profile--follow nil
  "What is known of following that person: (FOLLOWING . STATE), or nil.")

;;; Drawing

(defun gitexplorer-profile--draw ()
  "Draw the profile."
  (gitexplorer--redraw #'gitexplorer-profile--insert)
  (force-mode-line-update))

(defun gitexplorer-profile--insert ()
  "Insert the profile as far as it is known."
  (let ((start (point)))
    (when gitexplorer-profile--error
      (gitexplorer--insert-failure gitexplorer-profile--error "g asks again.")
      (insert "\n"))
    (cond (gitexplorer-profile--user (gitexplorer-profile--insert-card))
          ((null gitexplorer-profile--error) (gitexplorer-profile--insert-placeholder)))
    (unless (or (and gitexplorer-profile--error (null gitexplorer-profile--user)))
      (pcase-dolist (`(,name . ,title) gitexplorer-profile--titles)
        (gitexplorer-profile--insert-section name title)))
    (when (and gitexplorer-profile--loading (not (gitexplorer-profile--first-load-p)))
      (add-face-text-property start (point) 'gitexplorer-stale))))

(defun gitexplorer-profile--first-load-p ()
  "Return non-nil until every section was here once."
  (not (cl-every (lambda (title) (assq (car title) gitexplorer-profile--sections))
                 gitexplorer-profile--titles)))

(defun gitexplorer-profile--insert-card ()
  "Insert what there is to say of the person."
  (gitexplorer-avatar--insert)
  (let* ((user gitexplorer-profile--user) (start (point))
         (name (gitexplorer--clean (gitexplorer--data user :name)))
         (login (or (gitexplorer--login user) gitexplorer-profile--login)))
    (insert (propertize (if (string-empty-p name) login name) 'face 'gitexplorer-heading)
            "  @" login "\n")
    (gitexplorer-profile--insert-fact nil (gitexplorer--data user :bio))
    (pcase-dolist (`(,label . ,key) '(("Company" . :company) ("Location" . :location)
                                      ("Website" . :blog) ("Email" . :email)))
      (gitexplorer-profile--insert-fact label (gitexplorer--data user key)))
    (gitexplorer-profile--insert-fact
     "Joined" (when-let ((date (gitexplorer--data user :createdAt)))
                (substring date 0 (min 10 (length date)))))
    (gitexplorer-profile--insert-fact "Page" (plist-get user :url))
    (gitexplorer-profile--insert-fact "You" (gitexplorer-profile--follow-text))
    (put-text-property start (point) 'gitexplorer-item user)
    (gitexplorer-profile--key-lines start)
    (insert "\n")))

(defun gitexplorer-profile--insert-placeholder ()
  "Insert what stands for the card until it is here."
  (let ((start (point)) (login gitexplorer-profile--login))
    (insert (propertize login 'face 'gitexplorer-heading) "  @" login "\n")
    (put-text-property start (point) 'gitexplorer-key "user/1")
    (put-text-property start (point) 'gitexplorer-item
                       (list :label login :kind "user" :data (list :login login)))
    (insert "  " (propertize "loading…" 'face 'gitexplorer-waiting) "\n\n")))

(defun gitexplorer-profile--key-lines (start)
  "Give each line from START to point a key."
  (save-excursion
    (let ((end (point)) (line 0))
      (goto-char start)
      (while (< (point) end)
        (put-text-property (point) (1+ (point)) 'gitexplorer-key
                           (format "user/%d" (cl-incf line)))
        (forward-line)))))

(defun gitexplorer-profile--insert-fact (label value)
  "Insert VALUE as a line after LABEL, if there is a value."
  (let ((value (gitexplorer--clean value)))
    (unless (string-empty-p value)
      (insert "  ")
      (when label (insert (propertize (format "%-10s" label) 'face 'gitexplorer-kind)))
      (insert (propertize value 'face 'gitexplorer-detail) "\n"))))

(defun gitexplorer-profile--follow-text ()
  "Return what is known of following the person, or nil."
  (pcase gitexplorer-profile--follow
    (`(t . "pending") "follow them, as soon as GitHub agrees…")
    (`(t . ,_) "follow them")
    (`(nil . "pending") "do not follow them, as soon as GitHub agrees…")
    (`(nil . ,(pred stringp)) "do not follow them")))

(defun gitexplorer-profile--insert-section (name title)
  "Insert the section NAME under its TITLE."
  (let* ((start (point))
         (section (assq name gitexplorer-profile--sections))
         (items (plist-get (cdr section) :items))
         (error (plist-get (cdr section) :error))
         (count (gitexplorer-profile--count name (cdr section))))
    (insert (propertize title 'face 'gitexplorer-heading)
            (if count (propertize (format "  %d" count) 'face 'gitexplorer-kind) "")
            "\n")
    (put-text-property start (point) 'gitexplorer-key (symbol-name name))
    (dolist (item items)
      (gitexplorer--insert-row item (format "%s/%s" name (plist-get item :id))))
    (cond ((null section)
           (insert "  " (propertize "loading…" 'face 'gitexplorer-waiting) "\n"))
          (error (gitexplorer--insert-failure error "g asks again."))
          ((null items) (insert "  " (propertize "none" 'face 'gitexplorer-hint) "\n")))
    (cond ((memq name gitexplorer-profile--more)
           (insert "  " (propertize "Loading more…" 'face 'gitexplorer-waiting) "\n"))
          ((gitexplorer--true (plist-get (cdr section) :hasMore))
           (gitexplorer--insert-more #'gitexplorer-load-more)))
    (insert "\n")
    (put-text-property start (point) 'gitexplorer-section name)))

(defun gitexplorer-profile--section-at-point ()
  "Return the section that point is in, or nil."
  (get-text-property (point) 'gitexplorer-section))

(defun gitexplorer-profile--section-starts ()
  "Return an alist from section titles to where they begin."
  (save-excursion
    (cl-loop for (name . title) in gitexplorer-profile--titles
             do (goto-char (point-min))
             for match = (text-property-search-forward 'gitexplorer-section name #'eq)
             when match collect (cons title (prop-match-beginning match)))))

(defun gitexplorer-profile--count (name section)
  "Return how many items SECTION, called NAME, has on GitHub, or nil."
  (or (plist-get section :totalCount)
      (gitexplorer--data gitexplorer-profile--user
                         (pcase name ('repos :publicRepos) ('followers :followers)
                                ('following :following)))))

(defun gitexplorer-profile--header ()
  "Return the header line: whose profile it is and how it stands."
  (concat
   " " (propertize (string-replace "%" "%%" (or gitexplorer-profile--login ""))
                   'face 'gitexplorer-heading)
   "  "
   (cond (gitexplorer-profile--waiting
          (propertize
           (format "%s: asking again in %.0f s"
                   (or (plist-get gitexplorer-profile--waiting :section) "profile")
                   (/ (or (plist-get gitexplorer-profile--waiting :retryInMilliseconds) 0) 1000.0))
           'face 'gitexplorer-waiting))
         (gitexplorer-profile--loading (propertize "loading…" 'face 'gitexplorer-waiting))
         ((and gitexplorer-profile--error gitexplorer-profile--user)
          (concat (propertize "in part" 'face 'gitexplorer-waiting) ": "
                  (string-replace "%" "%%" (gitexplorer--clean
                                            (plist-get gitexplorer-profile--error :message)))))
         (gitexplorer-profile--error (propertize "failed" 'face 'gitexplorer-failure))
         (t ""))))

(provide 'gitexplorer-profile-text)
;;; gitexplorer-profile-text.el ends here
