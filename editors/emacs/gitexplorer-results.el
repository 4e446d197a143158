;;; gitexplorer-results.el --- The list of people that a search finds  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A live search in a buffer.  Rows that are about to be replaced stay, dimmed, until their
;; successors are here.  The header line says how the search stands, whatever part of the list the
;; window shows.

;;; Code:

(require 'gitexplorer-live)
(require 'gitexplorer-view)

(autoload 'gitexplorer-list-export "gitexplorer-list" nil t)
(autoload 'gitexplorer-search-edit "gitexplorer-search" nil t)
(declare-function bookmark-prop-get "bookmark" (bookmark prop))

(defvar-local gitexplorer-results--live nil "The live search of this buffer.")
(defvar-local gitexplorer-results--chosen nil
  "The key of the row that was chosen; without one the first is the current row.")
(defvar-local gitexplorer-results--clock nil "The timer that counts a wait down.")
(defvar-local gitexplorer-results--overlay nil "The overlay that marks the current row.")
(defvar-local gitexplorer-results--answered-function nil
  "What is called, once, when the text as it is was answered.")

;;; Opening and closing

(defun gitexplorer-results--buffer (text source)
  "Return a new buffer with a search of SOURCE for TEXT."
  (let ((workspace (gitexplorer-live-workspace-here))
        (buffer (generate-new-buffer "*gitexplorer search*")))
    (with-current-buffer buffer
      (gitexplorer-search-mode)
      (setq gitexplorer--source source
            gitexplorer-results--live
            (gitexplorer-live--make :source source :workspace workspace
                                    :text (gitexplorer--wire-text text)
                                    :changed (gitexplorer--in buffer
                                                              #'gitexplorer-results--changed)))
      (condition-case err
          (gitexplorer-live-open gitexplorer-results--live "search")
        (error (kill-buffer buffer)
               (signal (car err) (cdr err))))
      (gitexplorer-results--draw))
    buffer))

(defun gitexplorer-results--close ()
  "Close this buffer's search."
  (gitexplorer-results--stop-clock)
  (gitexplorer-live-close gitexplorer-results--live))

(defun gitexplorer-results--text ()
  "Return the text of this buffer's search."
  (gitexplorer-live-text gitexplorer-results--live))

(defun gitexplorer-results--search-in (source)
  "Search SOURCE for the same text."
  (setq gitexplorer--source source
        gitexplorer-results--chosen nil)
  (setf (gitexplorer-live-source gitexplorer-results--live) source)
  (gitexplorer-live-open gitexplorer-results--live "search")
  (gitexplorer-results--draw))

(defun gitexplorer-results--submit ()
  "Ask for the text at once, without a wait."
  (gitexplorer-live-submit gitexplorer-results--live))

(defun gitexplorer-results--load-more ()
  "Ask for the next page, if there is one."
  (unless (gitexplorer-live-load-more gitexplorer-results--live)
    (message "No more rows")))

;;; Drawing

(defun gitexplorer-results--changed ()
  "Show what has become of the search."
  (gitexplorer-results--draw)
  (gitexplorer-results--count-down)
  (when (and gitexplorer-results--answered-function
             (gitexplorer-live-answered-p gitexplorer-results--live))
    (let ((function gitexplorer-results--answered-function))
      (setq gitexplorer-results--answered-function nil)
      (funcall function))))

(defun gitexplorer-results--draw ()
  "Draw the list, or what there is to say instead."
  (gitexplorer--redraw #'gitexplorer-results--insert (not gitexplorer-results--chosen))
  (unless (equal gitexplorer-results--chosen (gitexplorer-results--key))
    (setq gitexplorer-results--chosen nil))
  (gitexplorer-results--mark-row)
  (force-mode-line-update))

(defun gitexplorer-results--insert ()
  "Insert the list, or what there is to say instead."
  (let* ((live gitexplorer-results--live) (shown (gitexplorer-live-shown live))
         (phase (gitexplorer-live-phase live))
         (name (gitexplorer--source-name gitexplorer--source))
         (start (point)) (group nil))
    (when (eq phase 'failure)
      (gitexplorer--insert-failure
       (gitexplorer-live-error live)
       (substitute-command-keys "RET in the prompt asks again; so does \
\\<gitexplorer-search-mode-map>\\[revert-buffer] here.")))
    (dolist (item (gitexplorer-live-items live))
      (let ((its-group (plist-get item :group)))
        (unless (or (equal its-group group) (null (plist-get shown :groups)))
          (setq group its-group)
          (insert (propertize (format "%s\n" (gitexplorer--clean group))
                              'face 'gitexplorer-heading))))
      (gitexplorer--insert-row item (plist-get item :id)))
    (when (memq phase '(pending loading retrying))
      (add-face-text-property start (point) 'gitexplorer-stale))
    (pcase phase
      ((or 'idle (guard (gitexplorer-results--blank-p)))
       (gitexplorer-results--advise
        (if (gitexplorer-results--people-p)
            (format "Type at least %d letters of a login or a name."
                    (or (plist-get gitexplorer-settings :minimumQueryLength) 2))
          (format "Type more of what to look for in %s." name))))
      ('empty (gitexplorer-results--advise
               (format "%s matches “%s”." (if (gitexplorer-results--people-p) "Nobody" "Nothing")
                       (plist-get shown :query)))
              (gitexplorer-results--advise
               (if (gitexplorer--true (plist-get shown :incomplete))
                   (format "%s gave up before it had looked everywhere; RET asks again." name)
                 "Type fewer letters, or others.")))
      ('success (gitexplorer-results--insert-end name)))))

(defun gitexplorer-results--advise (text)
  "Insert TEXT as advice."
  (gitexplorer--insert-words text 'gitexplorer-hint))

(defun gitexplorer-results--blank-p ()
  "Return non-nil before the first text was typed."
  (and (string-blank-p (gitexplorer-results--text))
       (null (gitexplorer-live-shown gitexplorer-results--live))
       (memq (gitexplorer-live-phase gitexplorer-results--live) '(pending idle))))

(defun gitexplorer-results--people-p ()
  "Return non-nil if what is searched for are people."
  (gitexplorer--feature-p gitexplorer--source "profile"))

(defun gitexplorer-results--insert-end (name)
  "Insert what follows the last row of an answer of the source called NAME."
  (let ((live gitexplorer-results--live))
    (when (gitexplorer-live-error live)
      (gitexplorer--insert-failure (gitexplorer-live-error live) "L asks for the page again."))
    (when (gitexplorer--true (plist-get (gitexplorer-live-shown live) :incomplete))
      (gitexplorer-results--advise
       (format "%s gave up before it had looked everywhere; the list may lack someone." name)))
    (cond ((gitexplorer-live-more live)
           (insert "  " (propertize "Loading more…" 'face 'gitexplorer-waiting) "\n"))
          ((gitexplorer-live-more-p live)
           (gitexplorer--insert-more #'gitexplorer-results--load-more)))))

;;; The header line

(defun gitexplorer-results--header ()
  "Return the header line: the query, how it stands, the current row's group."
  (let ((text (gitexplorer-results--text)) (group (gitexplorer-results--group)))
    (string-replace
     "%" "%%"
     (concat " " (propertize (if (string-blank-p text)
                                 (gitexplorer--source-name gitexplorer--source)
                               (gitexplorer--clean text))
                             'face 'gitexplorer-heading)
             "  " (gitexplorer-results--standing)
             (if group (concat "  " (propertize group 'face 'gitexplorer-heading)) "")))))

(defun gitexplorer-results--standing ()
  "Return how the search stands, in words."
  (let* ((live gitexplorer-results--live) (items (length (gitexplorer-live-items live)))
         (sentence (and (gitexplorer-live-error live) (> items 0)
                        (gitexplorer--clean (plist-get (gitexplorer-live-error live) :message)))))
    (pcase (gitexplorer-live-phase live)
      ((guard (gitexplorer-results--blank-p)) "")
      ('pending (propertize "waiting…" 'face 'gitexplorer-waiting))
      ('loading (propertize "loading…" 'face 'gitexplorer-waiting))
      ('retrying (propertize (gitexplorer-results--wait) 'face 'gitexplorer-waiting))
      ('empty (if (gitexplorer-results--people-p) "nobody" "nothing"))
      ('failure (concat (propertize "failed" 'face 'gitexplorer-failure)
                        (if sentence (concat ", an older answer: " sentence) "")))
      ('success (concat (format "%d of %d" items
                                (max items (or (plist-get (gitexplorer-live-shown live)
                                                          :totalCount)
                                               0)))
                        (if (equal (gitexplorer-live-origin live) "provisional")
                            ", from what is here already" "")
                        (if sentence (concat ": " sentence) "")))
      (_ ""))))

(defun gitexplorer-results--wait ()
  "Return what is waited for and how long still."
  (let* ((live gitexplorer-results--live)
         (seconds (max 0 (- (or (gitexplorer-live-until live) 0) (float-time))))
         (attempt (plist-get (gitexplorer-live-status live) :attempt)))
    (concat (if attempt (format "attempt %d did not succeed; " attempt)
              "the rate limit is used up; ")
            (if (< seconds 1) "asking again…" (format "asking again in %.0f s" seconds)))))

(defun gitexplorer-results--group ()
  "Return the title of the group that the current row is in, or nil."
  (when (plist-get (gitexplorer-live-shown gitexplorer-results--live) :groups)
    (when-let ((item (get-text-property (gitexplorer-results--position) 'gitexplorer-item)))
      (gitexplorer--clean (plist-get item :group)))))

(defun gitexplorer-results--count-down ()
  "Refresh the header line every second while something is waited for."
  (gitexplorer-results--stop-clock)
  (when (gitexplorer-live-until gitexplorer-results--live)
    (setq gitexplorer-results--clock
          (run-with-timer 1 1 (gitexplorer--in (current-buffer) #'force-mode-line-update)))))

(defun gitexplorer-results--stop-clock ()
  "End the counting down."
  (when gitexplorer-results--clock
    (cancel-timer gitexplorer-results--clock)
    (setq gitexplorer-results--clock nil)))

;;; The current row

(defun gitexplorer-results--position ()
  "Return where the current row is: point in a window of this buffer, if any."
  (let ((window (get-buffer-window nil t)))
    (if window (window-point window) (point))))

(defun gitexplorer-results--key ()
  "Return the key of the current row, or nil."
  (car (gitexplorer--place (gitexplorer-results--position))))

(defun gitexplorer-results--below-first-p ()
  "Return non-nil if there is a row above the current one."
  (let ((first (text-property-not-all (point-min) (point-max) 'gitexplorer-item nil)))
    (and first (< first (gitexplorer--line (gitexplorer-results--position))))))

(defun gitexplorer-results--choose ()
  "Take in that the user may have chosen another row."
  (setq gitexplorer-results--chosen (and (gitexplorer-results--below-first-p)
                                         (gitexplorer-results--key)))
  (let ((window (get-buffer-window nil t)))
    (unless (or gitexplorer-results--chosen (null window))
      (gitexplorer--set-start window nil)))
  (gitexplorer-results--mark-row))

(defun gitexplorer-results--mark-row ()
  "Mark the row at point as the one that commands act on."
  (unless (overlayp gitexplorer-results--overlay)
    (setq gitexplorer-results--overlay (make-overlay 1 1))
    (overlay-put gitexplorer-results--overlay 'face 'gitexplorer-current))
  (save-excursion
    (goto-char (gitexplorer-results--position))
    (if (get-text-property (line-beginning-position) 'gitexplorer-item)
        (move-overlay gitexplorer-results--overlay
                      (line-beginning-position) (line-beginning-position 2) (current-buffer))
      (delete-overlay gitexplorer-results--overlay))))

;;; The mode

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
        gitexplorer--draw-function #'gitexplorer-results--draw
        gitexplorer--kill-on-quit t
        gitexplorer--load-more-function #'gitexplorer-results--load-more
        imenu-create-index-function #'gitexplorer-results--index)
  (setq-local bookmark-make-record-function #'gitexplorer-results--bookmark)
  (add-hook 'kill-buffer-hook #'gitexplorer-results--close nil t)
  (add-hook 'post-command-hook #'gitexplorer-results--choose nil t))

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
  `(,(format "%s: %s" (gitexplorer--source-name gitexplorer--source) (gitexplorer-results--text))
    (handler . gitexplorer-search-bookmark-jump)
    (query . ,(gitexplorer-results--text))
    ,@(gitexplorer--bookmark-source)))

;;;###autoload
(defun gitexplorer-search-bookmark-jump (bookmark)
  "Search again for what is in BOOKMARK."
  (set-buffer (gitexplorer-results--buffer (or (bookmark-prop-get bookmark 'query) "")
                                           (gitexplorer--bookmarked-source bookmark))))

(provide 'gitexplorer-results)
;;; gitexplorer-results.el ends here
