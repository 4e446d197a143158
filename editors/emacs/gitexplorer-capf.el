;;; gitexplorer-capf.el --- Complete people at point  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Completion at point after an @ and in the trailers of a commit message, for the built-in
;; interface, Company, Corfu and whatever else calls `completion-at-point-functions'.

;;; Code:

(require 'gitexplorer-completion)

(defconst gitexplorer-capf--mention
  (concat "\\(?:^\\|[^[:alnum:]_./@-]\\)@"
          "\\([[:alnum:]_-]*\\(?:\\[\\(?:b\\(?:o\\(?:t]?\\)?\\)?\\)?\\)?\\)\\=")
  "What stands before point while a mention is typed; group 1 is the login so far.")

(defconst gitexplorer-capf--trailer
  (concat "^\\(?:Co-authored\\|Reviewed\\|Acked\\|Tested\\|Suggested\\|Reported\\|Helped"
          "\\|Signed-off\\)-by:[ \t]*\\([^<\n]*?\\)\\=")
  "What stands before point while a trailer is typed; group 1 is the query.")

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

(defun gitexplorer-capf--here ()
  "Return where the person before point begins, and in which form it is to end.
Return nil if no person is typed there."
  (let ((case-fold-search t) (line (line-beginning-position)))
    (cl-loop for (pattern . form) in `((,gitexplorer-capf--trailer . signature)
                                       (,gitexplorer-capf--mention . login))
             for start = (save-excursion
                           (and (re-search-backward pattern line t) (match-beginning 1)))
             when (and start (< start (point))) return (cons start form))))

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
  "Replace CANDIDATE of LIVE, just completed, by its FORM, and end the search."
  (when-let (((eq form 'signature))
             (item (gitexplorer-completion--item candidate live))
             (signature (gitexplorer--signature item)))
    (delete-region (- (point) (length candidate)) (point))
    (insert signature))
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
