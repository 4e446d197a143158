;;; gitexplorer-profile.el --- A profile in a buffer  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A card, then repositories, followers and following, each drawn as it arrives.  A section that
;; failed says so in its place; the others stand.

;;; Code:

(require 'gitexplorer-view)

(declare-function bookmark-prop-get "bookmark" (bookmark prop))

(defconst gitexplorer-profile--titles
  '((repos . "Repositories") (followers . "Followers") (following . "Following"))
  "The sections in the order they are shown, with their titles.")

(defvar-local gitexplorer-profile--view nil "The view of this buffer.")
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

(defvar-local gitexplorer-profile--follow-function #'ignore
  "What this buffer has put on `gitexplorer-follow-functions'.")

;;; Opening and closing

;;;###autoload
(defun gitexplorer-user (login)
  "Show the profile of LOGIN."
  (interactive (list (gitexplorer--read-login "User: ")))
  (pop-to-buffer-same-window (gitexplorer-profile--buffer login)))

(defun gitexplorer-profile--buffer (login)
  "Return the buffer with the profile of LOGIN, asked for if it is new."
  (gitexplorer--connect)
  (let ((buffer (get-buffer-create (format "*gitexplorer: %s*" login))))
    (with-current-buffer buffer
      (unless (and (derived-mode-p 'gitexplorer-profile-mode) gitexplorer-profile--view)
        (gitexplorer-profile-mode)
        (setq gitexplorer-profile--login login
              gitexplorer--owner login
              gitexplorer-profile--view
              (gitexplorer--make-view
               :id (gitexplorer--fresh-id "profile")
               :open (gitexplorer--in buffer #'gitexplorer-profile--open)
               :receive (gitexplorer--in buffer #'gitexplorer-profile--receive)))
        (gitexplorer--show-view gitexplorer-profile--view)))
    buffer))

(defun gitexplorer-profile--id ()
  "Return the id of this buffer's profile."
  (gitexplorer--view-id gitexplorer-profile--view))

(defun gitexplorer-profile--open ()
  "Ask for this buffer's profile; what is here already stays until then."
  (setq gitexplorer-profile--loading t)
  (gitexplorer-profile--draw)
  (gitexplorer--tell "profile/didOpen"
                     `( :profileId ,(gitexplorer-profile--id)
                        :login ,gitexplorer-profile--login
                        :progressive t
                        ,@(and gitexplorer-source (list :source gitexplorer-source)))))

(defun gitexplorer-profile--close ()
  "Close this buffer's profile."
  (remove-hook 'gitexplorer-follow-functions gitexplorer-profile--follow-function)
  (when gitexplorer-profile--view
    (gitexplorer--close-view gitexplorer-profile--view "profile/didClose"
                             (list :profileId (gitexplorer-profile--id)))))

(defun gitexplorer-profile--refresh (&rest _)
  "Ask for this profile again, past every cache."
  (if (gitexplorer--running-p)
      (gitexplorer--tell "profile/refresh" (list :profileId (gitexplorer-profile--id)))
    (gitexplorer--show-view gitexplorer-profile--view)))

(defun gitexplorer-profile--load-more ()
  "Load more rows of the section at point."
  (let* ((name (or (gitexplorer-profile--section-at-point)
                   (user-error "Go to a section first")))
         (section (alist-get name gitexplorer-profile--sections)))
    (cond ((not (gitexplorer--true (plist-get section :hasMore)))
           (message "No more rows in this section"))
          ((not (memq name gitexplorer-profile--more))
           (push name gitexplorer-profile--more)
           (gitexplorer--tell "profile/loadMore" (list :profileId (gitexplorer-profile--id)
                                                       :section (symbol-name name)))
           (gitexplorer-profile--draw)))))

;;; What the server pushes

(defun gitexplorer-profile--receive (method params)
  "Take in PARAMS of METHOD and draw."
  (pcase method
    ('profile/status
     (setq gitexplorer-profile--loading t
           gitexplorer-profile--waiting (and (equal (plist-get params :status) "retrying") params)))
    ('profile/sectionLoaded (gitexplorer-profile--take-section params))
    ('profile/loaded (gitexplorer-profile--take-whole params))
    ('gitexplorer/lost (setq gitexplorer-profile--loading nil
                             gitexplorer-profile--more nil
                             gitexplorer-profile--error params)))
  (gitexplorer-profile--draw))

(defun gitexplorer-profile--take-section (params)
  "Take in PARAMS of a `profile/sectionLoaded'."
  (let* ((name (intern (plist-get params :section)))
         (old (alist-get name gitexplorer-profile--sections))
         (items (append (plist-get params :items) nil)))
    (cond
     ((eq name 'user)
      (when items (setq gitexplorer-profile--user (car items))))
     ((gitexplorer--true (plist-get params :append))
      (setq gitexplorer-profile--more (delq name gitexplorer-profile--more))
      (setf (alist-get name gitexplorer-profile--sections)
            (if (plist-get params :error)
                (plist-put (copy-sequence old) :error (plist-get params :error))
              (list :items (append (plist-get old :items) items)
                    :totalCount (plist-get old :totalCount)
                    :hasMore (plist-get params :hasMore)))))
     (t (setf (alist-get name gitexplorer-profile--sections)
              (list :items items :hasMore (plist-get params :hasMore)
                    :error (plist-get params :error)))))))

(defun gitexplorer-profile--take-whole (params)
  "Take in PARAMS of a `profile/loaded'."
  (let ((profile (plist-get params :profile)))
    (setq gitexplorer-profile--loading nil
          gitexplorer-profile--waiting nil
          gitexplorer-profile--more nil
          gitexplorer-profile--error (plist-get params :error))
    (when (plist-get profile :user)
      (setq gitexplorer-profile--user (plist-get profile :user)
            gitexplorer-profile--sections
            (cl-loop for (name . _) in gitexplorer-profile--titles
                     for section = (plist-get profile (intern (format ":%s" name)))
                     when section
                     collect (cons name (list :items (append (plist-get section :items) nil)
                                              :totalCount (plist-get section :totalCount)
                                              :hasMore (plist-get section :hasMore)
                                              :error (plist-get section :error))))))))

(defun gitexplorer-profile--followed (login following state)
  "Show that LOGIN is followed if FOLLOWING, and in which STATE that is."
  (when (and gitexplorer-profile--login
             (string= (downcase login) (downcase gitexplorer-profile--login)))
    (setq gitexplorer-profile--follow (cons following state))
    (gitexplorer-profile--draw)))

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
           (gitexplorer--insert-more #'gitexplorer-profile--load-more)))
    (insert "\n")
    (put-text-property start (point) 'gitexplorer-section name)))

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
          (propertize "in part" 'face 'gitexplorer-waiting))
         (gitexplorer-profile--error (propertize "failed" 'face 'gitexplorer-failure))
         (t ""))))

;;; The mode

(defun gitexplorer-profile--section-at-point ()
  "Return the section that point is in, or nil."
  (get-text-property (point) 'gitexplorer-section))

(defun gitexplorer-profile-next-section (&optional step)
  "Go to the next section; with STEP -1, to the one before."
  (interactive nil gitexplorer-profile-mode)
  (let* ((step (or step 1)) (here (line-beginning-position))
         (starts (cons (point-min) (mapcar #'cdr (gitexplorer-profile--section-starts))))
         (starts (if (> step 0) starts (reverse starts)))
         (target (cl-find-if (if (> step 0) (lambda (p) (> p here)) (lambda (p) (< p here)))
                             starts)))
    (when target (goto-char target))))

(defun gitexplorer-profile-previous-section ()
  "Go to the section before this one."
  (interactive nil gitexplorer-profile-mode)
  (gitexplorer-profile-next-section -1))

(defun gitexplorer-profile--section-starts ()
  "Return an alist from section titles to where they begin."
  (save-excursion
    (cl-loop for (name . title) in gitexplorer-profile--titles
             do (goto-char (point-min))
             for match = (text-property-search-forward 'gitexplorer-section name #'eq)
             when match collect (cons title (prop-match-beginning match)))))

(defun gitexplorer-profile--index ()
  "Return the sections and their rows for imenu."
  (save-excursion
    (let ((sections (mapcar (lambda (start) (list (car start)))
                            (gitexplorer-profile--section-starts)))
          match)
      (goto-char (point-min))
      (while (setq match (text-property-search-forward 'gitexplorer-item))
        (let* ((at (prop-match-beginning match))
               (title (alist-get (get-text-property at 'gitexplorer-section)
                                 gitexplorer-profile--titles)))
          (when title
            (push (cons (plist-get (prop-match-value match) :label) at)
                  (cdr (assoc title sections))))))
      (mapcar (lambda (section) (cons (car section) (nreverse (cdr section))))
              (seq-filter #'cdr sections)))))

(defun gitexplorer-profile--bookmark ()
  "Return a bookmark of this profile."
  `(,(format "GitHub: @%s" gitexplorer-profile--login)
    (handler . gitexplorer-profile-bookmark-jump)
    (login . ,gitexplorer-profile--login)))

;;;###autoload
(defun gitexplorer-profile-bookmark-jump (bookmark)
  "Show the profile that BOOKMARK names."
  (set-buffer (gitexplorer-profile--buffer (bookmark-prop-get bookmark 'login))))

(defvar gitexplorer-profile-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "]") #'gitexplorer-profile-next-section)
    (define-key map (kbd "[") #'gitexplorer-profile-previous-section)
    map)
  "Keys of a profile, besides those of `gitexplorer-mode-map'.")

(define-derived-mode gitexplorer-profile-mode gitexplorer-mode "GitExplorer-Profile"
  "Mode of a profile: a card, repositories, followers and following.
\\{gitexplorer-profile-mode-map}"
  :interactive nil
  (setq header-line-format '(:eval (gitexplorer-profile--header))
        revert-buffer-function #'gitexplorer-profile--refresh
        gitexplorer--load-more-function #'gitexplorer-profile--load-more
        imenu-create-index-function #'gitexplorer-profile--index
        gitexplorer-profile--follow-function
        (gitexplorer--in (current-buffer) #'gitexplorer-profile--followed))
  (setq-local bookmark-make-record-function #'gitexplorer-profile--bookmark)
  (add-hook 'gitexplorer-follow-functions gitexplorer-profile--follow-function)
  (add-hook 'kill-buffer-hook #'gitexplorer-profile--close nil t))

(provide 'gitexplorer-profile)
;;; gitexplorer-profile.el ends here
