;;; gitexplorer-capf.el --- Complete people at point  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Completion at point after an @ and in the trailers of a commit message, for the built-in
;; interface, Company, Corfu and whatever else calls `completion-at-point-functions'.
;;
;; Where somebody is named is known by the server, which is told of the lines around point; its
;; answer takes less than a keystroke, and input ends the wait for it.

;;; Code:

(require 'gitexplorer-completion)

;;; Who is named here

(defconst gitexplorer-capf--forms '(("mention" . login) ("owner" . login) ("trailer" . signature))
  "In which form a person is to end where the server says that one is named.")

(defconst gitexplorer-capf--lines 200
  "So many lines before and behind point decide what may be named there.")

(defconst gitexplorer-capf--characters 65536
  "The server is told of at most so many characters.")

(defconst gitexplorer-capf--seconds 1
  "For how many seconds the server's answer is waited for while nothing is typed.")

(defvar gitexplorer-capf--known nil
  "A place in the state of a buffer, and what is known of it.")

(defvar gitexplorer-capf--told nil
  "Why the server could not be asked, when that was told last.")

(defun gitexplorer-capf--here ()
  "Return where the person before point begins, and in which form it is to end.
Return nil if no person is typed there."
  (let ((here (list (current-buffer) (buffer-chars-modified-tick) (point) buffer-file-name)))
    (unless (equal here (car gitexplorer-capf--known))
      (setq gitexplorer-capf--known nil)
      (when-let ((answer (gitexplorer-capf--ask)))
        (setq gitexplorer-capf--known (cons here (gitexplorer-capf--place-of (car answer))))))
    (cdr gitexplorer-capf--known)))

(defun gitexplorer-capf--place-of (context)
  "Return where the person of CONTEXT, the server's, begins, and the form.
Return nil if there is none, or nothing of one yet."
  (when-let* ((form (cdr (assoc (plist-get context :kind) gitexplorer-capf--forms)))
              (range (plist-get context :range))
              (start (- (point) (- (plist-get (plist-get range :end) :character)
                                   (plist-get (plist-get range :start) :character))))
              (start (if (eq ?@ (char-after start)) (1+ start) start))
              ((< start (point))))
    (cons start form)))

(defun gitexplorer-capf--ask ()
  "Return a list with the answer of the server about point; nil if there is none."
  (condition-case err
      (when-let ((params (gitexplorer-capf--surroundings)))
        (gitexplorer--connect)
        (setq gitexplorer-capf--told nil)
        (let ((deadline (+ (float-time) gitexplorer-capf--seconds)) answer)
          ;; Input that came in the middle of a message would cut it off.
          (let ((inhibit-quit t) (throw-on-input nil))
            (gitexplorer--request "text/context" params
                                  (lambda (result _error) (setq answer (list result)))))
          (gitexplorer--await (lambda () (or answer (> (float-time) deadline))))
          answer))
    (error
     (let ((words (error-message-string err)))
       (unless (equal words gitexplorer-capf--told)
         (setq gitexplorer-capf--told words)
         (message "%s" words))
       nil))))

(defun gitexplorer-capf--surroundings ()
  "Return the params of `text/context' at point; nil if its line is too long."
  (when-let* ((inhibit-field-text-motion t)
              (bounds (gitexplorer-capf--bounds))
              (line (line-beginning-position)))
    (list :text (gitexplorer--wire-text
                 ;; A carriage return ends a line for the server, and not in Emacs.
                 (subst-char-in-string
                  ?\r ?\s (buffer-substring-no-properties (car bounds) (cdr bounds))))
          :position (list :line (count-lines (car bounds) line) :character (- (point) line))
          :languageId (gitexplorer-capf--language)
          :fileName (file-name-nondirectory (or buffer-file-name "")))))

(defun gitexplorer-capf--bounds ()
  "Return start and end of the lines around point that decide; nil if that is much."
  (cl-loop for lines = gitexplorer-capf--lines then (/ lines 2)
           for start = (line-beginning-position (- 1 lines))
           for end = (line-end-position (1+ lines))
           when (<= (- end start) gitexplorer-capf--characters) return (cons start end)
           until (zerop lines)))

(defun gitexplorer-capf--language ()
  "Return what the server knows the language of the buffer by."
  (if (or (derived-mode-p 'log-edit-mode) (bound-and-true-p git-commit-mode))
      "gitcommit"
    (replace-regexp-in-string "\\(?:-ts\\)?-mode\\'" "" (symbol-name major-mode))))

;;; Completing

(defvar gitexplorer-capf--live nil
  "The live search of the completion at point that is under way.")

(defvar gitexplorer-capf--place nil
  "Where that completion is: the buffer, the start of its text, and the source.")

;;;###autoload
(defun gitexplorer-completion-at-point ()
  "Complete a person after an @ or in a trailer such as Co-authored-by.
For `completion-at-point-functions'; see `gitexplorer-completion-mode'."
  (pcase (gitexplorer-capf--here)
    (`(,start . ,form)
     (gitexplorer-completion--use-style)
     (let ((live (gitexplorer-capf--search start)))
       (list start (point) (gitexplorer-completion--table live)
             :exclusive 'no
             :predicate (if (eq form 'login) #'gitexplorer-completion--account-p #'always)
             :annotation-function #'gitexplorer-completion--annotate
             :company-docsig #'gitexplorer-capf--facts
             :company-prefix-length t
             :exit-function (lambda (candidate status)
                              (when (eq status 'finished)
                                (gitexplorer-capf--finish candidate form live))))))))

(defun gitexplorer-capf--search (start)
  "Return the live search for the text that begins at START."
  (let ((place (list (current-buffer) start gitexplorer-source)))
    (unless (and gitexplorer-capf--live (equal place gitexplorer-capf--place))
      (gitexplorer-capf--close)
      (setq gitexplorer-capf--place place
            gitexplorer-capf--live (gitexplorer-completion--search)))
    gitexplorer-capf--live))

(defun gitexplorer-capf--close ()
  "End the search of the completion that was under way."
  (when gitexplorer-capf--live
    (gitexplorer-live-close gitexplorer-capf--live)
    (setq gitexplorer-capf--live nil)))

(defun gitexplorer-capf--facts (candidate)
  "Return what is known of CANDIDATE, for the echo area."
  (when-let ((annotation (gitexplorer-completion--annotate candidate)))
    (concat candidate annotation)))

(defun gitexplorer-capf--finish (candidate form live)
  "Replace CANDIDATE of LIVE, just completed, by its FORM, and end the search.
A login stands behind an @, a signature behind none."
  (let* ((start (- (point) (length candidate)))
         (marked (eq ?@ (char-before start)))
         (item (gitexplorer-completion--item candidate live)))
    (pcase form
      ('login (unless marked (save-excursion (goto-char start) (insert "@"))))
      ('signature
       (when-let ((signature (and item (gitexplorer--signature item))))
         (delete-region (if marked (1- start) start) (point))
         (insert signature)))))
  (gitexplorer-capf--close))

(defvar gitexplorer-completion-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-M-i")
                '(menu-item "Complete a person" completion-at-point
                            :filter (lambda (command)
                                      (and (gitexplorer-capf--here) command))))
    map)
  "Keys of `gitexplorer-completion-mode'.
Where no person is typed they do what they do without the mode; in text modes
that is not completion at point.")

;;;###autoload
(define-minor-mode gitexplorer-completion-mode
  "Complete people on GitHub in this buffer, after @ and in trailers.
Meant for the hooks of commit messages and Markdown."
  :lighter nil
  :group 'gitexplorer
  (if gitexplorer-completion-mode
      (add-hook 'completion-at-point-functions #'gitexplorer-completion-at-point nil t)
    (remove-hook 'completion-at-point-functions #'gitexplorer-completion-at-point t)))

(provide 'gitexplorer-capf)
;;; gitexplorer-capf.el ends here
