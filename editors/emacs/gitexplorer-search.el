;;; gitexplorer-search.el --- A prompt that searches while one types  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A prompt in the minibuffer drives a list in a buffer.  Every change of the text goes to the
;; server as it is, at once; the list is the business of gitexplorer-results.

;;; Code:

(require 'gitexplorer-results)

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
  (let ((buffer (gitexplorer-results--buffer)))
    (gitexplorer-results--begin buffer (or text ""))
    (let ((window (display-buffer buffer)) (done nil))
      (unwind-protect
          (progn (gitexplorer-search--read buffer)
                 (setq done t))
        (unless done (gitexplorer-search--abandon buffer window))))
    (gitexplorer-search--after buffer)))

(defun gitexplorer-search-edit ()
  "Go back to the prompt with the text of this list."
  (interactive nil gitexplorer-search-mode)
  (unless (and gitexplorer-results--view (gitexplorer--running-p))
    (gitexplorer-results--begin (current-buffer) gitexplorer-results--text))
  (gitexplorer-search--read (current-buffer))
  (gitexplorer-search--after (current-buffer)))

(defun gitexplorer-search--read (buffer)
  "Read text that drives the search of BUFFER."
  (setq gitexplorer-search--outcome 'list)
  (minibuffer-with-setup-hook (:append (lambda () (gitexplorer-search--attend buffer)))
    (read-from-minibuffer "GitHub: " (buffer-local-value 'gitexplorer-results--text buffer)
                          gitexplorer-search-prompt-map nil
                          'gitexplorer-search-history nil t)))

(defun gitexplorer-search--after (buffer)
  "Do what was chosen in the prompt that drove the search of BUFFER."
  (when (buffer-live-p buffer)
    (pop-to-buffer buffer '(display-buffer-reuse-window))
    (goto-char (or gitexplorer-search--position (point)))
    (gitexplorer-results--mark-row)
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
  "Send on that LENGTH characters at BEG became what is up to END.
If something has changed the text behind the back of this hook, all of it is
sent instead."
  (when (buffer-live-p gitexplorer-search--target)
    (let ((start (- beg (minibuffer-prompt-end)))
          (text (buffer-substring-no-properties beg end))
          (whole (minibuffer-contents-no-properties)))
      (with-current-buffer gitexplorer-search--target
        (if (= (length whole) (+ (length gitexplorer-results--text) (- length) (length text)))
            (gitexplorer-results--change start (+ start length) text)
          (gitexplorer-results--replace whole))
        (force-mode-line-update)))))

(defmacro gitexplorer-search--in-list (&rest body)
  "Evaluate BODY in the list that this minibuffer drives, in its window if any."
  (declare (indent 0) (debug t))
  `(when (buffer-live-p gitexplorer-search--target)
     (let* ((buffer gitexplorer-search--target) (window (get-buffer-window buffer t)))
       (with-selected-window (or window (selected-window))
         (with-current-buffer buffer
           (prog1 (progn ,@body)
             (gitexplorer-results--mark-row)))))))

(defun gitexplorer-search--answered-p ()
  "Return non-nil if the list answers the text as it is and has a row to open."
  (and (eq gitexplorer-results--state 'success)
       (eql (plist-get gitexplorer-results--shown :version) gitexplorer-results--version)
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
  (gitexplorer-search--in-list (gitexplorer-results--submit)))

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
  (setq gitexplorer-search--outcome outcome)
  (gitexplorer-search--in-list (setq gitexplorer-search--position (point)))
  (exit-minibuffer))

(provide 'gitexplorer-search)
;;; gitexplorer-search.el ends here
