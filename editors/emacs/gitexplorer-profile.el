;;; gitexplorer-profile.el --- A profile in a buffer  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Opening profiles, taking in what the server says of them as it arrives, and moving about in
;; them and between them.

;;; Code:

(require 'gitexplorer-profile-text)

(declare-function bookmark-prop-get "bookmark" (bookmark prop))
(autoload 'gitexplorer--login-near-point "gitexplorer-read")

;;; Opening and closing

(defvar-local gitexplorer-profile--view nil "The view of this buffer.")

(defvar-local gitexplorer-profile--lost nil "Whether the server is gone for good.")

(defvar-local gitexplorer-profile--follow-function #'ignore
  "What this buffer has put on `gitexplorer-follow-functions'.")

(defvar gitexplorer-profile--current nil
  "The profile that was shown last, (LOGIN . SOURCE).")
(defvar gitexplorer-profile--back nil "Those that were shown before, the latest first.")
(defvar gitexplorer-profile--forward nil "Those that were left by going back.")

;;;###autoload
(defun gitexplorer-user (login &optional source)
  "Show the profile of LOGIN at SOURCE, by default the first one that has profiles."
  (interactive (list (gitexplorer--read-login "User: " (gitexplorer--login-near-point))
                     gitexplorer--source))
  (let ((buffer (gitexplorer-profile--buffer login source)))
    (with-current-buffer buffer
      (let ((place (cons gitexplorer-profile--login gitexplorer--source)))
        (unless (equal place gitexplorer-profile--current)
          (when gitexplorer-profile--current
            (push gitexplorer-profile--current gitexplorer-profile--back))
          (setq gitexplorer-profile--current place
                gitexplorer-profile--forward nil))))
    (pop-to-buffer-same-window buffer)))

(defun gitexplorer-profile--buffer (login source)
  "Return the buffer with the profile of LOGIN at SOURCE, asked for if it is new."
  (gitexplorer--connect)
  (let ((source (and (gitexplorer--feature-p source "profile") source)))
    (or (gitexplorer-profile--find login source)
        (let ((buffer (generate-new-buffer (gitexplorer-profile--name login source))))
          (with-current-buffer buffer
            (gitexplorer-profile-mode)
            (setq gitexplorer-profile--login login
                  gitexplorer--owner login
                  gitexplorer--source source
                  gitexplorer-profile--view
                  (gitexplorer--make-view
                   :id (gitexplorer--fresh-id "profile")
                   :open (gitexplorer--in buffer #'gitexplorer-profile--open)
                   :receive (gitexplorer--in buffer #'gitexplorer-profile--receive)))
            (gitexplorer--show-view gitexplorer-profile--view))
          buffer))))

(defun gitexplorer-profile--find (login source)
  "Return the buffer of LOGIN, in whatever case, at SOURCE, or nil."
  (let ((id (lambda (source) (or (plist-get (gitexplorer--known-source source) :id) source))))
    (seq-find (lambda (buffer)
                (with-current-buffer buffer
                  (and (derived-mode-p 'gitexplorer-profile-mode)
                       (string= (downcase login) (downcase gitexplorer-profile--login))
                       (equal (funcall id source) (funcall id gitexplorer--source)))))
              (buffer-list))))

(defun gitexplorer-profile--name (login source)
  "Return what to call the buffer with the profile of LOGIN at SOURCE."
  (if (or (null source) (equal (gitexplorer--known-source source)
                               (gitexplorer--known-source nil)))
      (format "*gitexplorer: %s*" login)
    (format "*gitexplorer: %s (%s)*" login (gitexplorer--source-name source))))

(defun gitexplorer-profile--id ()
  "Return the id of this buffer's profile."
  (gitexplorer--view-id gitexplorer-profile--view))

(defun gitexplorer-profile--open ()
  "Ask for this buffer's profile; what is here already stays until then."
  (setq gitexplorer-profile--loading t
        gitexplorer-profile--lost nil
        gitexplorer-profile--error nil)
  (gitexplorer-profile--draw)
  (gitexplorer--tell "profile/didOpen"
                     `( :profileId ,(gitexplorer-profile--id)
                        :login ,gitexplorer-profile--login
                        :progressive t
                        ,@(and gitexplorer--source (list :source gitexplorer--source))))
  (gitexplorer-profile--ask-following))

(defun gitexplorer-profile--ask-following ()
  "Ask whether you follow the person.
Without a token nobody knows, and nothing is said."
  (when (gitexplorer--feature-p gitexplorer--source "follow")
    (gitexplorer--request
     "user/isFollowing" (list :login gitexplorer-profile--login)
     (gitexplorer--in (current-buffer)
                      (lambda (result error)
                        (unless (or error gitexplorer-profile--follow)
                          (setq gitexplorer-profile--follow
                                (cons (gitexplorer--true (plist-get result :following))
                                      "confirmed"))
                          (gitexplorer-profile--draw)))))))

(defun gitexplorer-profile--close ()
  "Close this buffer's profile."
  (remove-hook 'gitexplorer-follow-functions gitexplorer-profile--follow-function)
  (when gitexplorer-profile--view
    (gitexplorer--close-view gitexplorer-profile--view "profile/didClose"
                             (list :profileId (gitexplorer-profile--id)))))

(defun gitexplorer-profile--refresh (&rest _)
  "Ask for this profile again, past every cache."
  (if (and (gitexplorer--running-p) (not gitexplorer-profile--lost))
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
                             gitexplorer-profile--lost t
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
      (when items (gitexplorer-profile--take-user (car items))))
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
      (gitexplorer-profile--take-user (plist-get profile :user))
      (setq gitexplorer-profile--sections
            (cl-loop for (name . _) in gitexplorer-profile--titles
                     for section = (plist-get profile (intern (format ":%s" name)))
                     when section
                     collect (cons name (list :items (append (plist-get section :items) nil)
                                              :totalCount (plist-get section :totalCount)
                                              :hasMore (plist-get section :hasMore)
                                              :error (plist-get section :error))))))))

(defun gitexplorer-profile--take-user (item)
  "Take in ITEM, the person; it may say whether you follow them."
  (setq gitexplorer-profile--user item)
  (gitexplorer-avatar--ask item #'gitexplorer-profile--draw)
  (when-let (((null gitexplorer-profile--follow))
             (following (gitexplorer--data item :viewerIsFollowing)))
    (setq gitexplorer-profile--follow (cons (gitexplorer--true following) "confirmed"))))

(defun gitexplorer-profile--followed (login following state)
  "Show that LOGIN is followed if FOLLOWING, and in which STATE that is."
  (when (and gitexplorer-profile--login
             (string= (downcase login) (downcase gitexplorer-profile--login)))
    (setq gitexplorer-profile--follow (cons following state))
    (gitexplorer-profile--draw)))

;;; Moving about

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
  `(,(format "%s: @%s" (gitexplorer--source-name gitexplorer--source) gitexplorer-profile--login)
    (handler . gitexplorer-profile-bookmark-jump)
    (login . ,gitexplorer-profile--login)
    ,@(gitexplorer--bookmark-source)))

;;;###autoload
(defun gitexplorer-profile-bookmark-jump (bookmark)
  "Show the profile that BOOKMARK names."
  (set-buffer (gitexplorer-profile--buffer (bookmark-prop-get bookmark 'login)
                                           (gitexplorer--bookmarked-source bookmark))))

;;; Back and forward

(defun gitexplorer-profile-back ()
  "Go back to the profile that was seen before this one."
  (interactive)
  (gitexplorer-profile--travel 'gitexplorer-profile--back 'gitexplorer-profile--forward))

(defun gitexplorer-profile-forward ()
  "Go forward to the profile that was left by going back."
  (interactive)
  (gitexplorer-profile--travel 'gitexplorer-profile--forward 'gitexplorer-profile--back))

(defun gitexplorer-profile--travel (from to)
  "Show the first profile of the list FROM and put the current one on the list TO."
  (let ((place (or (pop (symbol-value from)) (user-error "No further profile"))))
    (push gitexplorer-profile--current (symbol-value to))
    (setq gitexplorer-profile--current place)
    (pop-to-buffer-same-window (gitexplorer-profile--buffer (car place) (cdr place)))))

;;; The mode

(defvar gitexplorer-profile-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "]") #'gitexplorer-profile-next-section)
    (define-key map (kbd "[") #'gitexplorer-profile-previous-section)
    (define-key map (kbd "l") #'gitexplorer-profile-back)
    (define-key map (kbd "r") #'gitexplorer-profile-forward)
    map)
  "Keys of a profile, besides those of `gitexplorer-mode-map'.")

(define-derived-mode gitexplorer-profile-mode gitexplorer-mode "GitExplorer-Profile"
  "Mode of a profile: a card, repositories, followers and following.
\\{gitexplorer-profile-mode-map}"
  :interactive nil
  (setq header-line-format '(:eval (gitexplorer-profile--header))
        revert-buffer-function #'gitexplorer-profile--refresh
        gitexplorer--draw-function #'gitexplorer-profile--draw
        gitexplorer--load-more-function #'gitexplorer-profile--load-more
        imenu-create-index-function #'gitexplorer-profile--index
        gitexplorer-profile--follow-function
        (gitexplorer--in (current-buffer) #'gitexplorer-profile--followed))
  (setq-local bookmark-make-record-function #'gitexplorer-profile--bookmark)
  (add-hook 'gitexplorer-follow-functions gitexplorer-profile--follow-function)
  (add-hook 'kill-buffer-hook #'gitexplorer-profile--close nil t))

(provide 'gitexplorer-profile)
;;; gitexplorer-profile.el ends here
