;;; gitexplorer-search.el --- A prompt that searches while one types  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A prompt in the minibuffer drives a list in a buffer of its own.  Every change of the text goes
;; to the server as it is, at once; the list is the business of gitexplorer-results.

;;; Code:

(require 'gitexplorer-results)

(autoload 'gitexplorer--login-near-point "gitexplorer-read")
(autoload 'gitexplorer--logins-at-point "gitexplorer-read")
(autoload 'gitexplorer-profile--buffer "gitexplorer-profile")

;;; The prompt

(defvar gitexplorer-search-history nil "What was searched for.")

(defvar-local gitexplorer-search--target nil
  "In the minibuffer, the result buffer that it drives.")

(defvar-local gitexplorer-search--name nil
  "In the minibuffer, the overlay with the name of the source.")

(defvar-local gitexplorer-search--outcome nil
  "In a result buffer, how its prompt was left.
That is `open', `export', or `list' to stay in the list.")

(defvar-local gitexplorer-search--position nil
  "Where point was in the list when the prompt was left.
Leaving the minibuffer puts every window back to where it was before.")

(defvar-local gitexplorer-search--previews nil
  "The profiles that were opened for this list to be looked at only.")

(defvar gitexplorer-search-prompt-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map minibuffer-local-map)
    (define-key map (kbd "RET") #'gitexplorer-search-prompt-return)
    (define-key map [gitexplorer-search-open] #'gitexplorer-search-prompt-open)
    (define-key map (kbd "C-n") #'gitexplorer-search-prompt-next)
    (define-key map (kbd "<down>") #'gitexplorer-search-prompt-next)
    (define-key map (kbd "C-p") #'gitexplorer-search-prompt-previous)
    (define-key map (kbd "<up>") #'gitexplorer-search-prompt-previous)
    (define-key map (kbd "TAB") #'gitexplorer-search-prompt-list)
    (define-key map (kbd "C-c C-b") #'gitexplorer-search-prompt-browse)
    (define-key map (kbd "C-c C-w") #'gitexplorer-search-prompt-copy)
    (define-key map (kbd "C-c C-l") #'gitexplorer-search-prompt-load-more)
    (define-key map (kbd "C-c C-e") #'gitexplorer-search-prompt-export)
    (define-key map (kbd "C-c C-c") #'gitexplorer-search-prompt-submit)
    (define-key map (kbd "C-c C-s") #'gitexplorer-search-prompt-source)
    (define-key map (kbd "C-c C-v") #'gitexplorer-search-prompt-preview)
    map)
  "Keys of the prompt of `gitexplorer-search'.")

;;;###autoload
(defun gitexplorer-search (&optional text source)
  "Search for people on GitHub while typing, beginning with TEXT if given.
That is the login at point where there is one.  With a prefix argument ask
for the SOURCE to search.  The list is in another window.
\\<gitexplorer-search-prompt-map>\
\\[gitexplorer-search-prompt-return] opens the current row, as soon as the list answers what
was typed; \\[gitexplorer-search-prompt-next] and \
\\[gitexplorer-search-prompt-previous] choose another row;
\\[gitexplorer-search-prompt-source] searches the next source; \
\\[gitexplorer-search-prompt-list] goes to the list."
  (interactive (list (gitexplorer--login-near-point)
                     (and current-prefix-arg (gitexplorer-search--read-source))))
  (when (and (minibufferp)
             (or gitexplorer-search--target (not enable-recursive-minibuffers)))
    (user-error "GitExplorer: leave this prompt first"))
  (let* ((here (gitexplorer--logins-at-point))
         (buffer (gitexplorer-results--buffer (or text "") (or source gitexplorer-source)))
         (window (display-buffer buffer))
         (done nil))
    (unwind-protect
        (progn (gitexplorer-search--read buffer here)
               (setq done t))
      (unless done (gitexplorer-search--abandon buffer window)))
    (gitexplorer-search--after buffer)))

(defun gitexplorer-search-edit ()
  "Go back to the prompt with the text of this list."
  (interactive nil gitexplorer-search-mode)
  (unless (gitexplorer-live-serving-p gitexplorer-results--live)
    (gitexplorer-results--submit))
  (gitexplorer-search--read (current-buffer) nil)
  (gitexplorer-search--after (current-buffer)))

(defun gitexplorer-search--read (buffer defaults)
  "Read text for the search of BUFFER, with DEFAULTS as future history."
  (with-current-buffer buffer (setq gitexplorer-search--outcome 'list))
  (minibuffer-with-setup-hook (:append (lambda () (gitexplorer-search--attend buffer)))
    (with-current-buffer buffer
      (read-from-minibuffer (gitexplorer-search--prompt) (gitexplorer-results--text)
                            gitexplorer-search-prompt-map nil
                            'gitexplorer-search-history defaults t))))

(defun gitexplorer-search--prompt ()
  "Return the prompt for the search of this buffer: what its source is called."
  (concat (gitexplorer--source-name gitexplorer--source) ": "))

(defun gitexplorer-search--after (buffer)
  "Do what was chosen in the prompt that drove the search of BUFFER."
  (when (buffer-live-p buffer)
    (pop-to-buffer buffer '(display-buffer-reuse-window))
    (goto-char (or gitexplorer-search--position (point)))
    (gitexplorer-results--mark-row)
    (let ((outcome gitexplorer-search--outcome) (previews gitexplorer-search--previews))
      (setq gitexplorer-search--previews nil)
      (pcase outcome
        ('open (gitexplorer-open))
        ('export (gitexplorer-list-export)))
      (gitexplorer-search--end-previews previews))))

(defun gitexplorer-search--abandon (buffer window)
  "Close the search of BUFFER and WINDOW, where it is."
  (when (buffer-live-p buffer)
    (gitexplorer-search--end-previews
     (buffer-local-value 'gitexplorer-search--previews buffer))
    (if (and (window-live-p window) (eq (window-buffer window) buffer))
        (quit-restore-window window 'kill)
      (kill-buffer buffer))))

(defun gitexplorer-search--attend (buffer)
  "Let this minibuffer drive the search of BUFFER."
  (setq gitexplorer-search--target buffer
        gitexplorer-search--name (make-overlay (point-min) (minibuffer-prompt-end)))
  (add-hook 'after-change-functions #'gitexplorer-search--typed nil t))

(defun gitexplorer-search--name-source ()
  "Let the prompt that is being read, if any, name its source."
  (when-let ((window (active-minibuffer-window)))
    (with-current-buffer (window-buffer window)
      (when (buffer-live-p gitexplorer-search--target)
        (overlay-put gitexplorer-search--name 'display
                     (propertize (with-current-buffer gitexplorer-search--target
                                   (gitexplorer-results--draw)
                                   (gitexplorer-search--prompt))
                                 'face 'minibuffer-prompt))))))

(add-hook 'gitexplorer--greeted-hook #'gitexplorer-search--name-source)

(defun gitexplorer-search--typed (beg end length)
  "Send on that LENGTH characters at BEG became what is up to END.
If something has changed the text behind the back of this hook, all of it is
sent instead."
  (when (buffer-live-p gitexplorer-search--target)
    (let ((start (- beg (minibuffer-prompt-end)))
          (text (buffer-substring-no-properties beg end))
          (whole (minibuffer-contents-no-properties)))
      (with-current-buffer gitexplorer-search--target
        (setq gitexplorer-results--answered-function nil)
        (if (= (length whole) (+ (length (gitexplorer-results--text)) (- length) (length text)))
            (gitexplorer-live-change gitexplorer-results--live start (+ start length) text)
          (gitexplorer-live-replace gitexplorer-results--live whole))
        (gitexplorer-results--draw)))))

;;; The keys

(defmacro gitexplorer-search--in-list (&rest body)
  "Evaluate BODY in the list that this minibuffer drives, in its window if any."
  (declare (indent 0) (debug t))
  `(when (buffer-live-p gitexplorer-search--target)
     (let* ((buffer gitexplorer-search--target) (window (get-buffer-window buffer t)))
       (with-selected-window (or window (selected-window))
         (with-current-buffer buffer ,@body)))))

(defun gitexplorer-search-prompt-return ()
  "Open the current row, as soon as the list answers the text.
If there is nothing to open, ask once more."
  (interactive)
  (let ((minibuffer (current-buffer)))
    (pcase (gitexplorer-search--in-list (gitexplorer-live-phase gitexplorer-results--live))
      ('success (gitexplorer-search--leave 'open))
      ((and (or 'pending 'loading 'retrying) phase)
       (gitexplorer-search--in-list
         (setq gitexplorer-results--answered-function
               (lambda () (gitexplorer-search--answered minibuffer)))
         (when (eq phase 'pending) (gitexplorer-results--submit)))
       (message "The hit is opened when it comes"))
      (_ (gitexplorer-search-prompt-submit)))))

(defun gitexplorer-search--answered (minibuffer)
  "Open the current row of this list if MINIBUFFER still waits for it.
This runs in a process filter; so the command is queued like a key."
  (when (and (eq 'success (gitexplorer-live-phase gitexplorer-results--live))
             (eq minibuffer (window-buffer (selected-window))))
    (setq unread-command-events
          (append unread-command-events (list 'gitexplorer-search-open)))))

(defun gitexplorer-search-prompt-open ()
  "Leave the prompt and open the current row."
  (interactive)
  (gitexplorer-search--leave 'open))

(defun gitexplorer-search-prompt-submit ()
  "Ask for the text at once, also if it was asked for already."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-results--submit)))

(defun gitexplorer-search-prompt-next ()
  "Choose the next row."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-next) (gitexplorer-results--choose)))

(defun gitexplorer-search-prompt-previous ()
  "Choose the previous row."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-previous) (gitexplorer-results--choose)))

(defun gitexplorer-search-prompt-load-more ()
  "Load more rows."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-results--load-more)))

(defun gitexplorer-search-prompt-browse ()
  "Show the current row in a web browser."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-browse)))

(defun gitexplorer-search-prompt-copy ()
  "Copy the current row in the form of `gitexplorer-copy-format'."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-copy gitexplorer-copy-format)))

(defun gitexplorer-search-prompt-list ()
  "Leave the prompt for the list."
  (interactive)
  (gitexplorer-search--leave 'list))

(defun gitexplorer-search-prompt-export ()
  "Leave the prompt with the list as a table."
  (interactive)
  (gitexplorer-search--leave 'export))

(defun gitexplorer-search--leave (outcome)
  "Leave the prompt with OUTCOME."
  (gitexplorer-search--in-list
    (setq gitexplorer-search--outcome outcome
          gitexplorer-search--position (point)
          gitexplorer-results--answered-function nil))
  (exit-minibuffer))

;;; Another source

(defun gitexplorer-search--sources ()
  "Return the sources that can be searched."
  (seq-filter (lambda (source) (seq-contains-p (plist-get source :features) "search" #'equal))
              (gitexplorer--sources)))

(defun gitexplorer-search--read-source ()
  "Read the name of a source and return its id."
  (let ((sources (mapcar (lambda (source)
                           (cons (plist-get source :name) (plist-get source :id)))
                         (gitexplorer-search--sources))))
    (cdr (assoc (completing-read "Source: " sources nil t) sources))))

(defun gitexplorer-search-prompt-source ()
  "Search the next source for the same text."
  (interactive)
  (let* ((ids (mapcar (lambda (source) (plist-get source :id)) (gitexplorer-search--sources)))
         (now (or (buffer-local-value 'gitexplorer--source gitexplorer-search--target) (car ids)))
         (next (or (cadr (member now ids)) (car ids))))
    (if (equal next now)
        (message "%s is the only source" (gitexplorer--source-name now))
      (gitexplorer-search--in-list (gitexplorer-results--search-in next))
      (gitexplorer-search--name-source))))

;;; A look at a profile

(defun gitexplorer-search-prompt-preview ()
  "Show the profile of the current row in another window, and stay in the prompt."
  (interactive)
  (gitexplorer-search--in-list
    (let* ((login (or (gitexplorer--login (gitexplorer--the-item))
                      (user-error "This row has no profile")))
           (before (buffer-list))
           (profile (gitexplorer-profile--buffer login gitexplorer--source)))
      (unless (memq profile before) (push profile gitexplorer-search--previews))
      (display-buffer profile '((display-buffer-reuse-window display-buffer-use-some-window
                                                             display-buffer-pop-up-window)
                                (inhibit-same-window . t))))))

(defun gitexplorer-search--end-previews (profiles)
  "Kill those of PROFILES that are not on screen."
  (dolist (profile profiles)
    (when (and (buffer-live-p profile) (not (get-buffer-window profile t)))
      (kill-buffer profile))))

(provide 'gitexplorer-search)
;;; gitexplorer-search.el ends here
