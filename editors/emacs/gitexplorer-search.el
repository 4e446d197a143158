;;; gitexplorer-search.el --- Live search in a result buffer  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A prompt in the minibuffer drives a list in a buffer.  Every change of the text goes to the
;; server as it is; what the server pushes is drawn.  Rows that are about to be replaced stay,
;; dimmed, until their successors are here.

;;; Code:

(require 'gitexplorer-view)

(autoload 'gitexplorer-list-export "gitexplorer-list" nil t)

;;; What is known of a search, in its buffer

(defvar-local gitexplorer-search--view nil "The view of this buffer.")
(defvar-local gitexplorer-search--text "" "The text as the server has it.")
(defvar-local gitexplorer-search--version 0 "The version of that text.")
(defvar-local gitexplorer-search--state 'idle
  "One of idle, loading, waiting, success, empty and failure.")
(defvar-local gitexplorer-search--shown nil
  "What is in the list: the params of the last `search/results' that replaced it.")
(defvar-local gitexplorer-search--items nil "The items of the list, in the server's order.")
(defvar-local gitexplorer-search--status nil "The params of the last `search/status'.")
(defvar-local gitexplorer-search--error nil "The error that stands below or above the list.")
(defvar-local gitexplorer-search--loading-more nil "Whether a further page was asked for.")
(defvar-local gitexplorer-search--until nil "When the wait for the next attempt ends, in seconds.")
(defvar-local gitexplorer-search--clock nil "The timer that counts the wait down.")
(defvar-local gitexplorer-search--overlay nil "The overlay that marks the current row.")

(defun gitexplorer-search--id ()
  "Return the id of this buffer's search."
  (gitexplorer--view-id gitexplorer-search--view))

;;; Opening and closing

(defun gitexplorer-search--buffer ()
  "Return the buffer of the search, made if need be."
  (let ((buffer (get-buffer-create "*gitexplorer search*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'gitexplorer-search-mode) (gitexplorer-search-mode)))
    buffer))

(defun gitexplorer-search--begin (buffer text)
  "Start the search of BUFFER afresh with TEXT.
It gets a new id, so that nothing of the old one can appear in it."
  (with-current-buffer buffer
    (gitexplorer-search--close)
    (setq gitexplorer-search--text (gitexplorer--wire-text text)
          gitexplorer-search--version 0
          gitexplorer-search--state (if (string-empty-p text) 'idle 'loading)
          gitexplorer-search--shown nil
          gitexplorer-search--items nil
          gitexplorer-search--status nil
          gitexplorer-search--until nil
          gitexplorer-search--error nil
          gitexplorer-search--loading-more nil)
    (setq gitexplorer-search--view
          (gitexplorer--make-view
           :id (gitexplorer--fresh-id "search")
           :open (gitexplorer--in buffer #'gitexplorer-search--open)
           :receive (gitexplorer--in buffer #'gitexplorer-search--receive)))
    (gitexplorer--show-view gitexplorer-search--view)
    (gitexplorer-search--draw)))

(defun gitexplorer-search--open ()
  "Open this buffer's search at the server, with the text it has."
  (gitexplorer--tell "search/didOpen"
                     `( :searchId ,(gitexplorer-search--id)
                        :version ,gitexplorer-search--version
                        ,@(and gitexplorer-source (list :source gitexplorer-source))
                        ,@(unless (string-empty-p gitexplorer-search--text)
                            (list :text gitexplorer-search--text)))))

(defun gitexplorer-search--close ()
  "Close this buffer's search."
  (when gitexplorer-search--clock
    (cancel-timer gitexplorer-search--clock)
    (setq gitexplorer-search--clock nil))
  (when gitexplorer-search--view
    (gitexplorer--close-view gitexplorer-search--view "search/didClose"
                             (list :searchId (gitexplorer-search--id)))
    (setq gitexplorer-search--view nil)))

;;; What the user does goes to the server

(defun gitexplorer-search--change (start end text)
  "Put TEXT in the place of START to END, here and at the server.
START and END are offsets from the start of the old text, in characters."
  (let ((text (gitexplorer--wire-text text)) (old gitexplorer-search--text))
    (setq gitexplorer-search--text (concat (substring old 0 start) text (substring old end)))
    (cl-incf gitexplorer-search--version)
    (gitexplorer--tell
     "search/didChange"
     (list :searchId (gitexplorer-search--id)
           :version gitexplorer-search--version
           :contentChanges (vector (list :range (list :start start :end end) :text text))))))

(defun gitexplorer-search--send-all ()
  "Send the whole text again, because the server has lost track of it."
  (cl-incf gitexplorer-search--version)
  (gitexplorer--tell "search/didChange"
                     (list :searchId (gitexplorer-search--id)
                           :version gitexplorer-search--version
                           :text gitexplorer-search--text)))

(defun gitexplorer-search--submit ()
  "Ask for the text at once, without a wait."
  (cond ((not (and gitexplorer-search--view (gitexplorer--running-p)))
         (gitexplorer-search--begin (current-buffer) gitexplorer-search--text))
        (t (gitexplorer--tell "search/didSubmit" (list :searchId (gitexplorer-search--id))))))

(defun gitexplorer-search--load-more ()
  "Ask for the next page, if there is one."
  (cond ((not (gitexplorer--true (plist-get gitexplorer-search--shown :hasMore)))
         (message "No more rows"))
        ((not gitexplorer-search--loading-more)
         (setq gitexplorer-search--loading-more t
               gitexplorer-search--error nil)
         (gitexplorer--tell "search/loadMore" (list :searchId (gitexplorer-search--id)))
         (gitexplorer-search--draw))))

;;; What the server pushes

(defun gitexplorer-search--receive (method params)
  "Take in PARAMS of METHOD and draw."
  (pcase method
    ('search/status (gitexplorer-search--take-status params))
    ('search/results (gitexplorer-search--take-results params))
    ('gitexplorer/lost (setq gitexplorer-search--state 'failure
                             gitexplorer-search--loading-more nil
                             gitexplorer-search--error params)))
  (gitexplorer-search--draw)
  (gitexplorer-search--count-down))

(defun gitexplorer-search--take-status (params)
  "Take in PARAMS of a `search/status'."
  (setq gitexplorer-search--status params
        gitexplorer-search--until nil)
  (pcase (plist-get params :status)
    ("idle" (setq gitexplorer-search--state 'idle
                  gitexplorer-search--shown nil
                  gitexplorer-search--error nil
                  gitexplorer-search--items nil))
    ("loading" (setq gitexplorer-search--state 'loading))
    ("retrying" (setq gitexplorer-search--state 'waiting
                      gitexplorer-search--until
                      (+ (float-time)
                         (/ (or (plist-get params :retryInMilliseconds) 0) 1000.0))))
    ("unchanged" (when gitexplorer-search--shown
                   (setq gitexplorer-search--shown
                         (plist-put gitexplorer-search--shown :version
                                    (plist-get params :version)))
                   (gitexplorer-search--settle)))))

(defun gitexplorer-search--settle ()
  "Let the state be what the list in the buffer came with."
  (setq gitexplorer-search--until nil
        gitexplorer-search--state (intern (plist-get gitexplorer-search--shown :status))))

(defun gitexplorer-search--take-results (params)
  "Take in PARAMS of a `search/results'."
  (let ((error (plist-get params :error)) (items (append (plist-get params :items) nil)))
    (cond
     ((equal (plist-get (plist-get error :data) :kind) "invalidParams")
      (gitexplorer--log "%s" (plist-get error :message))
      (when (eql (plist-get params :version) gitexplorer-search--version)
        (gitexplorer-search--send-all)))
     ((gitexplorer--true (plist-get params :append))
      (setq gitexplorer-search--loading-more nil
            gitexplorer-search--error error)
      (unless error
        (setq gitexplorer-search--items (append gitexplorer-search--items items))
        (plist-put gitexplorer-search--shown :hasMore (plist-get params :hasMore)))
      (gitexplorer-search--settle))
     (t
      (setq gitexplorer-search--loading-more nil
            gitexplorer-search--error error
            gitexplorer-search--items items
            gitexplorer-search--shown params)
      (gitexplorer-search--settle)))))

;;; Drawing

(defun gitexplorer-search--draw ()
  "Draw the state and the list."
  (gitexplorer--redraw #'gitexplorer-search--insert)
  (gitexplorer-search--mark-row)
  (force-mode-line-update))

(defun gitexplorer-search--insert ()
  "Insert the list, or what there is to say instead."
  (let ((start (point)) (group nil))
    (when (eq gitexplorer-search--state 'failure) (gitexplorer-search--insert-failure))
    (dolist (item gitexplorer-search--items)
      (let ((its-group (plist-get item :group)))
        (unless (or (equal its-group group) (null (plist-get gitexplorer-search--shown :groups)))
          (setq group its-group)
          (insert (propertize (format "%s\n" (gitexplorer--clean group))
                              'face 'gitexplorer-heading))))
      (gitexplorer--insert-row item (plist-get item :id)))
    (when (memq gitexplorer-search--state '(loading waiting))
      (add-face-text-property start (point) 'gitexplorer-stale))
    (pcase gitexplorer-search--state
      ('idle (gitexplorer-search--insert-advice
              (format "Type at least %d letters of a login or a name."
                      (or (plist-get gitexplorer-settings :minimumQueryLength) 2))))
      ('empty (gitexplorer-search--insert-advice
               (format "Nobody matches “%s”." (plist-get gitexplorer-search--shown :query))
               (if (gitexplorer--true (plist-get gitexplorer-search--shown :incomplete))
                   "GitHub gave up before it had looked everywhere; RET asks again."
                 "Type fewer letters, or others.")))
      ('success (gitexplorer-search--insert-end)))))

(defun gitexplorer-search--insert-advice (&rest lines)
  "Insert LINES of advice."
  (dolist (line lines)
    (insert "  " (propertize line 'face 'gitexplorer-hint) "\n")))

(defun gitexplorer-search--insert-failure ()
  "Insert what went wrong with the whole list."
  (gitexplorer--insert-failure
   gitexplorer-search--error
   (substitute-command-keys
    "RET in the prompt asks again; so does \\<gitexplorer-search-mode-map>\\[revert-buffer] here.")))

(defun gitexplorer-search--insert-end ()
  "Insert what follows the last row."
  (when gitexplorer-search--error
    (gitexplorer--insert-failure gitexplorer-search--error "L asks for the page again."))
  (when (gitexplorer--true (plist-get gitexplorer-search--shown :incomplete))
    (gitexplorer-search--insert-advice
     "GitHub gave up before it had looked everywhere; the list may lack someone."))
  (cond (gitexplorer-search--loading-more
         (insert "  " (propertize "Loading more…" 'face 'gitexplorer-waiting) "\n"))
        ((gitexplorer--true (plist-get gitexplorer-search--shown :hasMore))
         (gitexplorer--insert-more #'gitexplorer-search--load-more))))

(defun gitexplorer-search--header ()
  "Return the header line: the query and how it stands."
  (string-replace
   "%" "%%"
   (concat
    " " (propertize (if (string-blank-p gitexplorer-search--text) "GitHub"
                      (gitexplorer--clean gitexplorer-search--text))
                    'face 'gitexplorer-heading)
    "  "
    (pcase gitexplorer-search--state
      ('idle "")
      ('loading (propertize "loading…" 'face 'gitexplorer-waiting))
      ('waiting (propertize (gitexplorer-search--wait) 'face 'gitexplorer-waiting))
      ('empty "nobody")
      ('failure (concat (propertize "failed" 'face 'gitexplorer-failure)
                        (if gitexplorer-search--items ", an older answer" "")))
      ('success (format "%d of %d%s" (length gitexplorer-search--items)
                        (max (length gitexplorer-search--items)
                             (or (plist-get gitexplorer-search--shown :totalCount) 0))
                        (pcase (plist-get gitexplorer-search--shown :origin)
                          ("provisional" ", from what is here already")
                          (_ ""))))))))

(defun gitexplorer-search--wait ()
  "Return what is waited for and how long still."
  (let ((seconds (max 0 (- (or gitexplorer-search--until 0) (float-time))))
        (attempt (plist-get gitexplorer-search--status :attempt)))
    (concat (if attempt (format "attempt %d did not succeed; " attempt)
              "the rate limit is used up; ")
            (if (< seconds 1) "asking again…" (format "asking again in %.0f s" seconds)))))

(defun gitexplorer-search--count-down ()
  "Refresh the header line every second while something is waited for."
  (when gitexplorer-search--clock
    (cancel-timer gitexplorer-search--clock)
    (setq gitexplorer-search--clock nil))
  (when gitexplorer-search--until
    (setq gitexplorer-search--clock
          (run-with-timer 1 1 (gitexplorer--in (current-buffer) #'force-mode-line-update)))))

(defun gitexplorer-search--mark-row ()
  "Mark the row at point as the one that commands act on."
  (let ((position (let ((window (get-buffer-window nil t)))
                    (if window (window-point window) (point)))))
    (unless (overlayp gitexplorer-search--overlay)
      (setq gitexplorer-search--overlay (make-overlay 1 1))
      (overlay-put gitexplorer-search--overlay 'face 'gitexplorer-current))
    (save-excursion
      (goto-char position)
      (if (get-text-property (line-beginning-position) 'gitexplorer-item)
          (move-overlay gitexplorer-search--overlay
                        (line-beginning-position) (line-beginning-position 2) (current-buffer))
        (delete-overlay gitexplorer-search--overlay)))))

;;; The result buffer

(defvar gitexplorer-search-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "s") #'gitexplorer-search-edit)
    (define-key map (kbd "E") #'gitexplorer-list-export)
    map)
  "Keys of the result buffer, besides those of `gitexplorer-mode-map'.")

(define-derived-mode gitexplorer-search-mode gitexplorer-mode "GitExplorer-Search"
  "Mode of the list of people that a search has found.
\\{gitexplorer-search-mode-map}"
  :interactive nil
  (setq header-line-format '(:eval (gitexplorer-search--header))
        revert-buffer-function (lambda (&rest _) (gitexplorer-search--submit))
        gitexplorer--load-more-function #'gitexplorer-search--load-more
        imenu-create-index-function #'gitexplorer-search--index)
  (setq-local bookmark-make-record-function #'gitexplorer-search--bookmark)
  (add-hook 'kill-buffer-hook #'gitexplorer-search--close nil t)
  (add-hook 'post-command-hook #'gitexplorer-search--mark-row nil t))

(defun gitexplorer-search--index ()
  "Return the rows for imenu."
  (save-excursion
    (goto-char (point-min))
    (let (index match)
      (while (setq match (text-property-search-forward 'gitexplorer-item))
        (push (cons (plist-get (prop-match-value match) :label) (prop-match-beginning match))
              index))
      (nreverse index))))

(defun gitexplorer-search--bookmark ()
  "Return a bookmark of this search."
  `(,(format "GitHub: %s" gitexplorer-search--text)
    (handler . gitexplorer-search-bookmark-jump)
    (query . ,gitexplorer-search--text)))

;;;###autoload
(defun gitexplorer-search-bookmark-jump (bookmark)
  "Search again for what is in BOOKMARK."
  (let ((buffer (gitexplorer-search--buffer)))
    (gitexplorer-search--begin buffer (or (bookmark-prop-get bookmark 'query) ""))
    (set-buffer buffer)))

(declare-function bookmark-prop-get "bookmark" (bookmark prop))

;;; The prompt

(defvar gitexplorer-search-history nil "What was searched for.")

(defvar-local gitexplorer-search--target nil
  "In the minibuffer, the result buffer that it drives.")

(defvar gitexplorer-search--outcome nil
  "How the prompt was left: `open', `export', or `list' to stay in the list.")

(defvar-local gitexplorer-search--position nil
  "Where point was in the list when the prompt was left.
Leaving the minibuffer puts every window back to where it was before.")

(defvar gitexplorer-search-prompt-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map minibuffer-local-map)
    (define-key map (kbd "RET") #'gitexplorer-search-prompt-return)
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
    map)
  "Keys of the prompt of `gitexplorer-search'.")

;;;###autoload
(defun gitexplorer-search (&optional text)
  "Search for people on GitHub while typing, beginning with TEXT if given.
The list is in another window.  \\<gitexplorer-search-prompt-map>\
\\[gitexplorer-search-prompt-return] opens the current row, or asks at once if
the list does not answer what was typed yet; \\[gitexplorer-search-prompt-next] and \
\\[gitexplorer-search-prompt-previous] choose
another row; \\[gitexplorer-search-prompt-list] goes to the list."
  (interactive)
  (gitexplorer--connect)
  (let ((buffer (gitexplorer-search--buffer)))
    (gitexplorer-search--begin buffer (or text ""))
    (let ((window (display-buffer buffer)) (done nil))
      (unwind-protect
          (progn (gitexplorer-search--read buffer)
                 (setq done t))
        (unless done (gitexplorer-search--abandon buffer window))))
    (gitexplorer-search--after buffer)))

(defun gitexplorer-search-edit ()
  "Go back to the prompt with the text of this list."
  (interactive nil gitexplorer-search-mode)
  (unless (and gitexplorer-search--view (gitexplorer--running-p))
    (gitexplorer-search--begin (current-buffer) gitexplorer-search--text))
  (gitexplorer-search--read (current-buffer))
  (gitexplorer-search--after (current-buffer)))

(defun gitexplorer-search--read (buffer)
  "Read text that drives the search of BUFFER."
  (setq gitexplorer-search--outcome 'list)
  (minibuffer-with-setup-hook (:append (lambda () (gitexplorer-search--attend buffer)))
    (read-from-minibuffer "GitHub: " (buffer-local-value 'gitexplorer-search--text buffer)
                          gitexplorer-search-prompt-map nil
                          'gitexplorer-search-history nil t)))

(defun gitexplorer-search--after (buffer)
  "Do what was chosen in the prompt that drove the search of BUFFER."
  (when (buffer-live-p buffer)
    (pop-to-buffer buffer '(display-buffer-reuse-window))
    (goto-char (or gitexplorer-search--position (point)))
    (gitexplorer-search--mark-row)
    (pcase gitexplorer-search--outcome
      ('open (gitexplorer-open))
      ('export (gitexplorer-list-export)))))

(defun gitexplorer-search--abandon (buffer window)
  "Close the search of BUFFER and WINDOW, where it is."
  (if (and (window-live-p window) (eq (window-buffer window) buffer))
      (quit-restore-window window 'kill)
    (kill-buffer buffer)))

(defun gitexplorer-search--attend (buffer)
  "Let this minibuffer drive the search of BUFFER."
  (setq gitexplorer-search--target buffer)
  (add-hook 'after-change-functions #'gitexplorer-search--typed nil t))

(defun gitexplorer-search--typed (beg end length)
  "Send on that LENGTH characters at BEG became what is up to END."
  (when (buffer-live-p gitexplorer-search--target)
    (let ((start (- beg (minibuffer-prompt-end)))
          (text (buffer-substring-no-properties beg end)))
      (with-current-buffer gitexplorer-search--target
        (gitexplorer-search--change start (+ start length) text)
        (force-mode-line-update)))))

(defmacro gitexplorer-search--in-list (&rest body)
  "Evaluate BODY in the list that this minibuffer drives, in its window if any."
  (declare (indent 0) (debug t))
  `(when (buffer-live-p gitexplorer-search--target)
     (let* ((buffer gitexplorer-search--target) (window (get-buffer-window buffer t)))
       (with-selected-window (or window (selected-window))
         (with-current-buffer buffer
           (prog1 (progn ,@body)
             (gitexplorer-search--mark-row)))))))

(defun gitexplorer-search--answered-p ()
  "Return non-nil if the list answers the text as it is and has a row to open."
  (and (eq gitexplorer-search--state 'success)
       (eql (plist-get gitexplorer-search--shown :version) gitexplorer-search--version)
       (gitexplorer--item-at-point)))

(defun gitexplorer-search-prompt-return ()
  "Open the current row; if the list does not answer the text yet, ask at once."
  (interactive)
  (if (gitexplorer-search--in-list (gitexplorer-search--answered-p))
      (gitexplorer-search--leave 'open)
    (gitexplorer-search-prompt-submit)))

(defun gitexplorer-search-prompt-submit ()
  "Ask for the text at once, also if it was asked for already."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-search--submit)))

(defun gitexplorer-search-prompt-next ()
  "Choose the next row."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-next)))

(defun gitexplorer-search-prompt-previous ()
  "Choose the previous row."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-previous)))

(defun gitexplorer-search-prompt-load-more ()
  "Load more rows."
  (interactive)
  (gitexplorer-search--in-list (gitexplorer-search--load-more)))

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
  (setq gitexplorer-search--outcome outcome)
  (gitexplorer-search--in-list (setq gitexplorer-search--position (point)))
  (exit-minibuffer))

(provide 'gitexplorer-search)
;;; gitexplorer-search.el ends here
