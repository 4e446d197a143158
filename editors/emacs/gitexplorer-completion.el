;;; gitexplorer-completion.el --- Complete people  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; Reading a login with completion, commands that insert a person into the buffer, and completion
;; at point after an @ and on Co-authored-by lines.
;;
;; The candidates are what the server finds, in its order.  It also looks at names, so that a
;; candidate need not contain what was typed; the completion style here therefore takes the
;; candidates as they are.

;;; Code:

(require 'gitexplorer-view)

;;; The table

(defvar gitexplorer-completion--answer nil
  "The last answer of the server: (QUERY TIME . CANDIDATES), TIME in seconds.
Completion calls its table several times for one key.")

(defconst gitexplorer-completion--seconds 10
  "For how many seconds the last answer is used again.")

(defun gitexplorer-completion--candidates (query)
  "Return the logins found for QUERY, in the server's order.
Each carries its item in the property `gitexplorer-item'.  Input while waiting
cancels, and returns nil."
  (let ((query (string-trim (gitexplorer--wire-text (substring-no-properties query)))))
    (unless (string-empty-p query)
      (pcase gitexplorer-completion--answer
        ((and `(,(pred (equal query)) ,time . ,candidates)
              (guard (< (- (float-time) time) gitexplorer-completion--seconds)))
         candidates)
        (_ (gitexplorer-completion--ask query))))))

(defun gitexplorer-completion--ask (query)
  "Ask the server for QUERY and return the candidates; nil if input came first."
  (when-let ((answer (gitexplorer--call "search/query"
                                        `( :query ,query
                                           ,@(and gitexplorer-source
                                                  (list :source gitexplorer-source)))
                                        t))
             (candidates (mapcar #'gitexplorer-completion--candidate
                                 (plist-get answer :items))))
    (setq gitexplorer-completion--answer (cons query (cons (float-time) candidates)))
    candidates))

(defun gitexplorer-completion--candidate (item)
  "Return the candidate for ITEM."
  (propertize (or (gitexplorer--login item) (plist-get item :label)) 'gitexplorer-item item))

(defun gitexplorer-completion--table (string predicate action)
  "A completion table of people: STRING, PREDICATE and ACTION as usual."
  (pcase action
    ('metadata '(metadata (category . gitexplorer-user)
                          (affixation-function . gitexplorer-completion--affix)
                          (display-sort-function . identity)
                          (cycle-sort-function . identity)))
    (`(boundaries . ,_) nil)
    ('t (seq-filter (or predicate #'identity) (gitexplorer-completion--candidates string)))
    (_ (complete-with-action action (gitexplorer-completion--candidates string)
                             string predicate))))

(defun gitexplorer-completion--affix (candidates)
  "Return CANDIDATES, each with what stands before and after it."
  (let ((width (apply #'max 0 (mapcar #'string-width candidates))))
    (mapcar (lambda (candidate)
              (list candidate "" (gitexplorer-completion--suffix candidate width)))
            candidates)))

(defun gitexplorer-completion--suffix (candidate width)
  "Return what stands after CANDIDATE, in a list as wide as WIDTH."
  (let* ((item (get-text-property 0 'gitexplorer-item candidate))
         (words (string-trim (concat (gitexplorer--clean (plist-get item :kind)) "  "
                                     (gitexplorer--clean (plist-get item :detail))))))
    (if (string-empty-p words) ""
      (concat (make-string (+ 2 (max 0 (- width (string-width candidate)))) ?\s)
              (propertize words 'face 'gitexplorer-kind)))))

;;; The style

(defun gitexplorer-completion-try (string table predicate point)
  "Complete STRING with POINT by TABLE and PREDICATE if one candidate is left.
With several, leave them as they are."
  (let ((all (all-completions string table predicate)))
    (cond ((null all) nil)
          ((cdr all) (cons string point))
          ((equal (car all) string) t)
          (t (cons (substring-no-properties (car all)) (length (car all)))))))

(defun gitexplorer-completion-all (string table predicate _point)
  "Return what TABLE has for STRING by PREDICATE, untouched."
  (all-completions string table predicate))

(add-to-list 'completion-styles-alist
             '(gitexplorer gitexplorer-completion-try gitexplorer-completion-all
                           "What GitExplorer's server found, in its order."))

(add-to-list 'completion-category-defaults '(gitexplorer-user (styles gitexplorer)))

;;; Reading a person

(defvar gitexplorer-user-history nil "Logins that were read.")

(defun gitexplorer--read-login (prompt)
  "Read a login with PROMPT and completion.
It may be one that completion does not know."
  (gitexplorer--connect)
  (when (and (fboundp 'embark-act) (locate-library "embark"))
    (require 'gitexplorer-embark))
  (setq gitexplorer-completion--answer nil)
  (let ((login (string-trim (completing-read prompt #'gitexplorer-completion--table nil nil nil
                                             'gitexplorer-user-history))))
    (when (string-empty-p login) (user-error "No login"))
    (string-remove-prefix "@" (substring-no-properties login))))

(defun gitexplorer-completion--user (login)
  "Return the item of LOGIN, asked for at the server, with the name."
  (plist-get (gitexplorer--call "profile/get" (list :login login :sections [])) :user))

;;;###autoload
(defun gitexplorer-insert-mention (login)
  "Insert @LOGIN."
  (interactive (list (gitexplorer--read-login "Mention: ")))
  (insert "@" login))

;;;###autoload
(defun gitexplorer-insert-co-author (login)
  "Insert a Co-authored-by line for LOGIN, below the other trailers at point."
  (interactive (list (gitexplorer--read-login "Co-author: ")))
  (let ((line (gitexplorer--form (gitexplorer-completion--user login) 'co-author)))
    (unless (bolp) (end-of-line) (insert "\n"))
    (insert line)
    (unless (eolp) (insert "\n"))))

;;; Completion at point

(defconst gitexplorer-completion--mention "\\(?:^\\|[^[:alnum:]_./@-]\\)@\\([[:alnum:]-]*\\)\\="
  "What stands before point while a mention is typed; group 1 is the login so far.")

(defconst gitexplorer-completion--trailer "^Co-authored-by:[ \t]*\\([^<\n]*?\\)\\="
  "What stands before point while a co-author is typed; group 1 is the query.")

;;;###autoload
(defun gitexplorer-completion-at-point ()
  "Complete a person after an @ or on a Co-authored-by line.
For `completion-at-point-functions'; see `gitexplorer-completion-mode'."
  (let ((case-fold-search t) (start (line-beginning-position)))
    (save-excursion
      (cond ((save-excursion (re-search-backward gitexplorer-completion--trailer start t))
             (gitexplorer-completion--capf (match-beginning 1) 'co-author))
            ((save-excursion
               (re-search-backward gitexplorer-completion--mention (max (point-min) start) t))
             (gitexplorer-completion--capf (match-beginning 1) 'login))))))

(defun gitexplorer-completion--capf (start form)
  "Return the completion from START to point, to be finished in FORM."
  (when (< start (point))
    (list start (point) #'gitexplorer-completion--quiet-table
          :exclusive 'no
          :exit-function (lambda (candidate status)
                           (when (eq status 'finished)
                             (gitexplorer-completion--finish candidate form))))))

(defun gitexplorer-completion--quiet-table (string predicate action)
  "The table for completion at point: STRING, PREDICATE and ACTION as usual.
What goes wrong is told in the echo area and completes nothing."
  (condition-case err
      (gitexplorer-completion--table string predicate action)
    ((gitexplorer-error user-error)
     (message "%s" (error-message-string err))
     nil)))

(defun gitexplorer-completion--finish (candidate form)
  "Replace CANDIDATE, just completed, by its FORM."
  (when-let (((eq form 'co-author))
             (item (gitexplorer-completion--item candidate))
             (line (gitexplorer--data item :coAuthor)))
    (delete-region (- (point) (length candidate)) (point))
    (insert (string-remove-prefix "Co-authored-by: " line))))

(defun gitexplorer-completion--item (candidate)
  "Return the item of CANDIDATE, which a user interface may have stripped of it."
  (or (get-text-property 0 'gitexplorer-item candidate)
      (when-let ((found (member candidate (cddr gitexplorer-completion--answer))))
        (get-text-property 0 'gitexplorer-item (car found)))))

;;;###autoload
(define-minor-mode gitexplorer-completion-mode
  "Complete people on GitHub in this buffer, after @ and on Co-authored-by lines.
Meant for the hooks of commit messages and Markdown."
  :lighter nil
  :group 'gitexplorer
  (if gitexplorer-completion-mode
      (add-hook 'completion-at-point-functions #'gitexplorer-completion-at-point nil t)
    (remove-hook 'completion-at-point-functions #'gitexplorer-completion-at-point t)))

(provide 'gitexplorer-completion)
;;; gitexplorer-completion.el ends here
