;;; gitexplorer-results.el --- The list of people that a search finds  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; What the server pushes for a search is drawn here.  Rows that are about to be replaced stay,
;; dimmed, until their successors are here.

;;; Code:

(require 'gitexplorer-view)

(autoload 'gitexplorer-list-export "gitexplorer-list" nil t)
(autoload 'gitexplorer-search-edit "gitexplorer-search" nil t)

;;; What is known of a search, in its buffer

(defvar-local gitexplorer-results--view nil "The view of this buffer.")
(defvar-local gitexplorer-results--text "" "The text as the server has it.")
(defvar-local gitexplorer-results--version 0 "The version of that text.")
(defvar-local gitexplorer-results--state 'idle
  "One of idle, loading, waiting, success, empty and failure.")
(defvar-local gitexplorer-results--shown nil
  "What is in the list: the params of the last `search/results' that replaced it.")
(defvar-local gitexplorer-results--items nil "The items of the list, in the server's order.")
(defvar-local gitexplorer-results--status nil "The params of the last `search/status'.")
(defvar-local gitexplorer-results--error nil "The error that stands below or above the list.")
(defvar-local gitexplorer-results--loading-more nil "Whether a further page was asked for.")
(defvar-local gitexplorer-results--until nil "When the wait for the next attempt ends, in seconds.")
(defvar-local gitexplorer-results--clock nil "The timer that counts the wait down.")
(defvar-local gitexplorer-results--overlay nil "The overlay that marks the current row.")

(defun gitexplorer-results--id ()
  "Return the id of this buffer's search."
  (gitexplorer--view-id gitexplorer-results--view))

;;; Opening and closing

(defun gitexplorer-results--buffer ()
  "Return the buffer of the search, made if need be."
  (let ((buffer (get-buffer-create "*gitexplorer search*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'gitexplorer-search-mode) (gitexplorer-search-mode)))
    buffer))

(defun gitexplorer-results--begin (buffer text)
  "Start the search of BUFFER afresh with TEXT.
It gets a new id, so that nothing of the old one can appear in it."
  (with-current-buffer buffer
    (gitexplorer-results--close)
    (setq gitexplorer-results--text (gitexplorer--wire-text text)
          gitexplorer-results--version 0
          gitexplorer-results--state (if (string-empty-p text) 'idle 'loading)
          gitexplorer-results--shown nil
          gitexplorer-results--items nil
          gitexplorer-results--status nil
          gitexplorer-results--until nil
          gitexplorer-results--error nil
          gitexplorer-results--loading-more nil)
    (setq gitexplorer-results--view
          (gitexplorer--make-view
           :id (gitexplorer--fresh-id "search")
           :open (gitexplorer--in buffer #'gitexplorer-results--open)
           :receive (gitexplorer--in buffer #'gitexplorer-results--receive)))
    (gitexplorer--show-view gitexplorer-results--view)
    (gitexplorer-results--draw)))

(defun gitexplorer-results--open ()
  "Open this buffer's search at the server, with the text it has."
  (gitexplorer--tell "search/didOpen"
                     `( :searchId ,(gitexplorer-results--id)
                        :version ,gitexplorer-results--version
                        ,@(and gitexplorer-source (list :source gitexplorer-source))
                        ,@(unless (string-empty-p gitexplorer-results--text)
                            (list :text gitexplorer-results--text)))))

(defun gitexplorer-results--close ()
  "Close this buffer's search."
  (when gitexplorer-results--clock
    (cancel-timer gitexplorer-results--clock)
    (setq gitexplorer-results--clock nil))
  (when gitexplorer-results--view
    (gitexplorer--close-view gitexplorer-results--view "search/didClose"
                             (list :searchId (gitexplorer-results--id)))
    (setq gitexplorer-results--view nil)))

;;; What the user does goes to the server

(defun gitexplorer-results--change (start end text)
  "Put TEXT in the place of START to END, here and at the server.
START and END are offsets from the start of the old text, in characters."
  (let ((text (gitexplorer--wire-text text)) (old gitexplorer-results--text))
    (setq gitexplorer-results--text (concat (substring old 0 start) text (substring old end)))
    (cl-incf gitexplorer-results--version)
    (gitexplorer--tell
     "search/didChange"
     (list :searchId (gitexplorer-results--id)
           :version gitexplorer-results--version
           :contentChanges (vector (list :range (list :start start :end end) :text text))))))

(defun gitexplorer-results--replace (text)
  "Let TEXT be all of the text, here and at the server."
  (setq gitexplorer-results--text (gitexplorer--wire-text text))
  (gitexplorer-results--send-all))

(defun gitexplorer-results--send-all ()
  "Send the whole text."
  (cl-incf gitexplorer-results--version)
  (gitexplorer--tell "search/didChange"
                     (list :searchId (gitexplorer-results--id)
                           :version gitexplorer-results--version
                           :text gitexplorer-results--text)))

(defun gitexplorer-results--submit ()
  "Ask for the text at once, without a wait."
  (cond ((not (and gitexplorer-results--view (gitexplorer--running-p)))
         (gitexplorer-results--begin (current-buffer) gitexplorer-results--text))
        (t (gitexplorer--tell "search/didSubmit" (list :searchId (gitexplorer-results--id))))))

(defun gitexplorer-results--load-more ()
  "Ask for the next page, if there is one."
  (cond ((not (gitexplorer--true (plist-get gitexplorer-results--shown :hasMore)))
         (message "No more rows"))
        ((not gitexplorer-results--loading-more)
         (setq gitexplorer-results--loading-more t
               gitexplorer-results--error nil)
         (gitexplorer--tell "search/loadMore" (list :searchId (gitexplorer-results--id)))
         (gitexplorer-results--draw))))

;;; What the server pushes

(defun gitexplorer-results--receive (method params)
  "Take in PARAMS of METHOD and draw."
  (pcase method
    ('search/status (gitexplorer-results--take-status params))
    ('search/results (gitexplorer-results--take-results params))
    ('gitexplorer/lost (setq gitexplorer-results--state 'failure
                             gitexplorer-results--loading-more nil
                             gitexplorer-results--error params)))
  (gitexplorer-results--draw)
  (gitexplorer-results--count-down))

(defun gitexplorer-results--take-status (params)
  "Take in PARAMS of a `search/status'."
  (setq gitexplorer-results--status params
        gitexplorer-results--until nil)
  (pcase (plist-get params :status)
    ("idle" (setq gitexplorer-results--state 'idle
                  gitexplorer-results--shown nil
                  gitexplorer-results--error nil
                  gitexplorer-results--items nil))
    ("loading" (setq gitexplorer-results--state 'loading))
    ("retrying" (setq gitexplorer-results--state 'waiting
                      gitexplorer-results--until
                      (+ (float-time)
                         (/ (or (plist-get params :retryInMilliseconds) 0) 1000.0))))
    ("unchanged" (when gitexplorer-results--shown
                   (setq gitexplorer-results--shown
                         (plist-put gitexplorer-results--shown :version
                                    (plist-get params :version)))
                   (gitexplorer-results--settle)))))

(defun gitexplorer-results--settle ()
  "Let the state be what the list in the buffer came with."
  (setq gitexplorer-results--until nil
        gitexplorer-results--state (intern (plist-get gitexplorer-results--shown :status))))

(defun gitexplorer-results--take-results (params)
  "Take in PARAMS of a `search/results'."
  (let ((error (plist-get params :error)) (items (append (plist-get params :items) nil)))
    (cond
     ((equal (plist-get (plist-get error :data) :kind) "invalidParams")
      (gitexplorer--log "%s" (plist-get error :message))
      (when (eql (plist-get params :version) gitexplorer-results--version)
        (gitexplorer-results--send-all)))
     ((gitexplorer--true (plist-get params :append))
      (setq gitexplorer-results--loading-more nil
            gitexplorer-results--error error)
      (unless error
        (setq gitexplorer-results--items (append gitexplorer-results--items items))
        (plist-put gitexplorer-results--shown :hasMore (plist-get params :hasMore)))
      (gitexplorer-results--settle))
     (t
      (setq gitexplorer-results--loading-more nil
            gitexplorer-results--error error
            gitexplorer-results--items items
            gitexplorer-results--shown params)
      (gitexplorer-results--settle)))))

;;; Drawing

(defun gitexplorer-results--draw ()
  "Draw the state and the list."
  (gitexplorer--redraw #'gitexplorer-results--insert)
  (gitexplorer-results--mark-row)
  (force-mode-line-update))

(defun gitexplorer-results--insert ()
  "Insert the list, or what there is to say instead."
  (let ((start (point)) (group nil))
    (when (eq gitexplorer-results--state 'failure) (gitexplorer-results--insert-failure))
    (dolist (item gitexplorer-results--items)
      (let ((its-group (plist-get item :group)))
        (unless (or (equal its-group group) (null (plist-get gitexplorer-results--shown :groups)))
          (setq group its-group)
          (insert (propertize (format "%s\n" (gitexplorer--clean group))
                              'face 'gitexplorer-heading))))
      (gitexplorer--insert-row item (plist-get item :id)))
    (when (memq gitexplorer-results--state '(loading waiting))
      (add-face-text-property start (point) 'gitexplorer-stale))
    (pcase gitexplorer-results--state
      ('idle (gitexplorer-results--insert-advice
              (format "Type at least %d letters of a login or a name."
                      (or (plist-get gitexplorer-settings :minimumQueryLength) 2))))
      ('empty (gitexplorer-results--insert-advice
               (format "Nobody matches “%s”." (plist-get gitexplorer-results--shown :query))
               (if (gitexplorer--true (plist-get gitexplorer-results--shown :incomplete))
                   "GitHub gave up before it had looked everywhere; RET asks again."
                 "Type fewer letters, or others.")))
      ('success (gitexplorer-results--insert-end)))))

(defun gitexplorer-results--insert-advice (&rest lines)
  "Insert LINES of advice."
  (dolist (line lines)
    (insert "  " (propertize line 'face 'gitexplorer-hint) "\n")))

(defun gitexplorer-results--insert-failure ()
  "Insert what went wrong with the whole list."
  (gitexplorer--insert-failure
   gitexplorer-results--error
   (substitute-command-keys
    "RET in the prompt asks again; so does \\<gitexplorer-search-mode-map>\
\\[revert-buffer] here.")))

(defun gitexplorer-results--insert-end ()
  "Insert what follows the last row."
  (when gitexplorer-results--error
    (gitexplorer--insert-failure gitexplorer-results--error "L asks for the page again."))
  (when (gitexplorer--true (plist-get gitexplorer-results--shown :incomplete))
    (gitexplorer-results--insert-advice
     "GitHub gave up before it had looked everywhere; the list may lack someone."))
  (cond (gitexplorer-results--loading-more
         (insert "  " (propertize "Loading more…" 'face 'gitexplorer-waiting) "\n"))
        ((gitexplorer--true (plist-get gitexplorer-results--shown :hasMore))
         (gitexplorer--insert-more #'gitexplorer-results--load-more))))

(defun gitexplorer-results--header ()
  "Return the header line: the query and how it stands."
  (string-replace
   "%" "%%"
   (concat
    " " (propertize (if (string-blank-p gitexplorer-results--text) "GitHub"
                      (gitexplorer--clean gitexplorer-results--text))
                    'face 'gitexplorer-heading)
    "  "
    (pcase gitexplorer-results--state
      ('idle "")
      ('loading (propertize "loading…" 'face 'gitexplorer-waiting))
      ('waiting (propertize (gitexplorer-results--wait) 'face 'gitexplorer-waiting))
      ('empty "nobody")
      ('failure (concat (propertize "failed" 'face 'gitexplorer-failure)
                        (if gitexplorer-results--items ", an older answer" "")))
      ('success (format "%d of %d%s" (length gitexplorer-results--items)
                        (max (length gitexplorer-results--items)
                             (or (plist-get gitexplorer-results--shown :totalCount) 0))
                        (pcase (plist-get gitexplorer-results--shown :origin)
                          ("provisional" ", from what is here already")
                          (_ ""))))))))

(defun gitexplorer-results--wait ()
  "Return what is waited for and how long still."
  (let ((seconds (max 0 (- (or gitexplorer-results--until 0) (float-time))))
        (attempt (plist-get gitexplorer-results--status :attempt)))
    (concat (if attempt (format "attempt %d did not succeed; " attempt)
              "the rate limit is used up; ")
            (if (< seconds 1) "asking again…" (format "asking again in %.0f s" seconds)))))

(defun gitexplorer-results--count-down ()
  "Refresh the header line every second while something is waited for."
  (when gitexplorer-results--clock
    (cancel-timer gitexplorer-results--clock)
    (setq gitexplorer-results--clock nil))
  (when gitexplorer-results--until
    (setq gitexplorer-results--clock
          (run-with-timer 1 1 (gitexplorer--in (current-buffer) #'force-mode-line-update)))))

(defun gitexplorer-results--mark-row ()
  "Mark the row at point as the one that commands act on."
  (let ((position (let ((window (get-buffer-window nil t)))
                    (if window (window-point window) (point)))))
    (unless (overlayp gitexplorer-results--overlay)
      (setq gitexplorer-results--overlay (make-overlay 1 1))
      (overlay-put gitexplorer-results--overlay 'face 'gitexplorer-current))
    (save-excursion
      (goto-char position)
      (if (get-text-property (line-beginning-position) 'gitexplorer-item)
          (move-overlay gitexplorer-results--overlay
                        (line-beginning-position) (line-beginning-position 2) (current-buffer))
        (delete-overlay gitexplorer-results--overlay)))))

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
  (setq header-line-format '(:eval (gitexplorer-results--header))
        revert-buffer-function (lambda (&rest _) (gitexplorer-results--submit))
        gitexplorer--load-more-function #'gitexplorer-results--load-more
        imenu-create-index-function #'gitexplorer-results--index)
  (setq-local bookmark-make-record-function #'gitexplorer-results--bookmark)
  (add-hook 'kill-buffer-hook #'gitexplorer-results--close nil t)
  (add-hook 'post-command-hook #'gitexplorer-results--mark-row nil t))

(defun gitexplorer-results--index ()
  "Return the rows for imenu."
  (save-excursion
    (goto-char (point-min))
    (let (index match)
      (while (setq match (text-property-search-forward 'gitexplorer-item))
        (push (cons (plist-get (prop-match-value match) :label) (prop-match-beginning match))
              index))
      (nreverse index))))

(defun gitexplorer-results--bookmark ()
  "Return a bookmark of this search."
  `(,(format "GitHub: %s" gitexplorer-results--text)
    (handler . gitexplorer-search-bookmark-jump)
    (query . ,gitexplorer-results--text)))

;;;###autoload
(defun gitexplorer-search-bookmark-jump (bookmark)
  "Search again for what is in BOOKMARK."
  (let ((buffer (gitexplorer-results--buffer)))
    (gitexplorer-results--begin buffer (or (bookmark-prop-get bookmark 'query) ""))
    (set-buffer buffer)))

(declare-function bookmark-prop-get "bookmark" (bookmark prop))

(provide 'gitexplorer-results)
;;; gitexplorer-results.el ends here
