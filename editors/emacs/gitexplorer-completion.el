;;; gitexplorer-completion.el --- People as candidates  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A completion table over a live search, and the completion style that goes with it.
;;
;; The server finds people by more than their logins, and knows the order that is best.  So the
;; style, not the table, is what gets to know the text: it asks the server and takes the
;; candidates as they are.  Other styles, which a user interface may try as well, get the same
;; candidates from the table and ask for nothing.  Nothing here signals an error: one that leaves
;; a completion table ends the user interface that called it.

;;; Code:

(require 'gitexplorer-live)
(require 'gitexplorer-row)

(declare-function vertico--exhibit "vertico" ())
(declare-function icomplete-exhibit "icomplete" ())
(defvar vertico--input)

;;; The live search

(defun gitexplorer-completion--search ()
  "Return a live search for completion, which is opened when it is first asked."
  (gitexplorer-live--make :source gitexplorer-source
                          :workspace (gitexplorer-live-workspace-here)))

(defun gitexplorer-completion--ask (live text)
  "Let LIVE have found what there is for TEXT, unless input comes first.
What goes wrong is told in the echo area."
  (condition-case err
      (let ((text (string-trim text)))
        (unless (equal text (gitexplorer-live-text live))
          ;; Input that came in the middle of a message would cut it off.
          (let ((inhibit-quit t) (throw-on-input nil))
            (unless (gitexplorer-live-view live) (gitexplorer-live-open live "completion"))
            (gitexplorer-live-replace live text)))
        (unless (string-empty-p text)
          (gitexplorer-live-await live #'gitexplorer-completion--enough-p)
          (gitexplorer-completion--tell live)))
    (error (message "%s" (error-message-string err)))))

(defun gitexplorer-completion--enough-p (live)
  "Return non-nil if what LIVE has is to be shown now.
Where rows that came later can be shown too, what is near at hand is enough."
  (or (gitexplorer-live-answered-p live)
      (and (gitexplorer-live-changed live) (gitexplorer-completion--refreshable-p)
           (eq 'success (gitexplorer-live-phase live)))))

(defun gitexplorer-completion--tell (live)
  "Say what went wrong with LIVE, if something did and was not said yet."
  (when-let (((eq 'failure (gitexplorer-live-phase live)))
             (error (gitexplorer-live-error live)))
    (unless (eq error (gitexplorer-live-told live))
      (setf (gitexplorer-live-told live) error)
      (message "GitExplorer: %s" (gitexplorer--sentence error)))))

;;; The table

(defvar gitexplorer-completion--query nil
  "What the completion style asks for, while it does.")

(defun gitexplorer-completion--table (live)
  "Return a completion table of what LIVE has found."
  (lambda (string predicate action)
    (pcase action
      ('metadata '(metadata (category . gitexplorer-user)
                            (affixation-function . gitexplorer-completion--affix)
                            (annotation-function . gitexplorer-completion--annotate)
                            (display-sort-function . identity)
                            (cycle-sort-function . identity)))
      (`(boundaries . ,_) nil)
      (_
       (when gitexplorer-completion--query
         (gitexplorer-completion--ask live gitexplorer-completion--query))
       (let ((candidates (seq-filter (or predicate #'identity)
                                     (gitexplorer-completion--candidates live))))
         (cond ((eq action t) candidates)
               ((complete-with-action action candidates string nil))
               ;; That no login begins like the text does not mean that nobody was found, and
               ;; what was not asked for yet may be found.
               ((and (null action)
                     (or candidates (not (gitexplorer-live-answers-p live string))))
                string)))))))

(defun gitexplorer-completion--candidates (live)
  "Return the people that LIVE has found as strings, in the server's order.
Each carries its item in the property `gitexplorer-item'."
  (unless (memq (gitexplorer-live-phase live) '(pending loading retrying idle))
    (gitexplorer-completion--strings (gitexplorer-live-items live))))

(defun gitexplorer-completion--strings (items)
  "Return ITEMS as strings that differ from each other."
  (let (strings)
    (dolist (item items (nreverse strings))
      (let ((string (gitexplorer--clean (or (gitexplorer--login item)
                                            (plist-get item :label)))))
        (when (member string strings)
          (setq string (gitexplorer--clean (or (gitexplorer--signature item) string))))
        (push (propertize string 'gitexplorer-item item) strings)))))

(defun gitexplorer-completion--item (candidate live)
  "Return the item of CANDIDATE, which may have lost it; then LIVE has it."
  (or (get-text-property 0 'gitexplorer-item candidate)
      (when-let ((found (and live (member candidate (gitexplorer-completion--strings
                                                     (gitexplorer-live-items live))))))
        (get-text-property 0 'gitexplorer-item (car found)))))

(defun gitexplorer-completion--account-p (candidate)
  "Return non-nil if CANDIDATE has an account, and so a login."
  (gitexplorer--login (get-text-property 0 'gitexplorer-item candidate)))

;;; What stands next to a candidate

(defun gitexplorer-completion--annotate (candidate)
  "Return what stands behind CANDIDATE, or nil."
  (when-let* ((item (get-text-property 0 'gitexplorer-item candidate))
              (facts (gitexplorer--facts item))
              ((not (string-empty-p facts))))
    (concat "  " (propertize facts 'face 'gitexplorer-kind))))

(defun gitexplorer-completion--affix (candidates)
  "Return CANDIDATES, each with what stands before and after it, in columns."
  ;; Vertical Icomplete makes the columns itself.
  (let ((width (if (bound-and-true-p icomplete-vertical-mode) 0
                 (apply #'max 0 (mapcar #'string-width candidates)))))
    (mapcar (lambda (candidate)
              (let ((annotation (gitexplorer-completion--annotate candidate)))
                (list candidate ""
                      (if (null annotation) ""
                        (concat (make-string (max 0 (- width (string-width candidate))) ?\s)
                                annotation)))))
            candidates)))

;;; The style

(defun gitexplorer-completion-all (string table predicate _point)
  "Return what TABLE has for STRING by PREDICATE, as it is."
  (let ((gitexplorer-completion--query (substring-no-properties string)))
    ;; A table of another package, such as Consult's, filters by what it is given.
    (all-completions "" table predicate)))

(defun gitexplorer-completion-try (string table predicate point)
  "Complete STRING with POINT by TABLE and PREDICATE if one candidate is left.
With several, leave them as they are."
  (let ((all (gitexplorer-completion-all string table predicate point)))
    (cond ((null all) nil)
          ((cdr all) (cons string point))
          ((equal (car all) string) t)
          (t (cons (substring-no-properties (car all)) (length (car all)))))))

(add-to-list 'completion-styles-alist
             '(gitexplorer gitexplorer-completion-try gitexplorer-completion-all
                           "What GitExplorer's server found, in its order."))

(defconst gitexplorer-completion--override '(gitexplorer-user (styles gitexplorer))
  "What sets the completion style for people.")

(add-to-list 'completion-category-defaults gitexplorer-completion--override)

(defun gitexplorer-completion--use-style ()
  "Let people be completed in this buffer by their own style, whatever else is set."
  (unless (member gitexplorer-completion--override completion-category-overrides)
    (setq-local completion-category-overrides
                (cons gitexplorer-completion--override completion-category-overrides))))

;;; Showing what came later

(defun gitexplorer-completion--refreshable-p ()
  "Return non-nil if candidates are on screen that can be drawn anew."
  (and (minibufferp) (or (bound-and-true-p vertico--input) (bound-and-true-p icomplete-mode))))

(defun gitexplorer-completion--refresh (minibuffer live)
  "Let MINIBUFFER, if it is still active, show what LIVE has found by now."
  (when-let ((window (active-minibuffer-window))
             ((eq minibuffer (window-buffer window)))
             ((gitexplorer-live-answered-p live))
             ;; While a style waits here, its caller will show what there is.
             ((null gitexplorer-completion--query)))
    (with-selected-window window
      (cond ((bound-and-true-p vertico--input)
             (setq vertico--input t)
             (vertico--exhibit))
            ((bound-and-true-p icomplete-mode)
             (completion--flush-all-sorted-completions)
             (icomplete-exhibit))))))

(provide 'gitexplorer-completion)
;;; gitexplorer-completion.el ends here
