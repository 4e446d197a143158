;;; gitexplorer-row.el --- How a person becomes a row  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The faces, the forms in which an item of the server can be copied, and the lines that lists and
;; profiles are made of.

;;; Code:

(require 'button)
(require 'gitexplorer-client)

(declare-function gitexplorer-open "gitexplorer-view" ())

;;; Faces

(defgroup gitexplorer-faces nil
  "Faces of GitExplorer."
  :group 'gitexplorer
  :group 'faces)

(defface gitexplorer-label '((t :inherit link :underline nil))
  "Face of a login or a name of a repository.")

(defface gitexplorer-match '((t :inherit match))
  "Face of what the query matched in a label.")

(defface gitexplorer-detail '((t :inherit default))
  "Face of what stands next to a label.")

(defface gitexplorer-kind '((t :inherit shadow))
  "Face of the kind of a row, and of numbers.")

(defface gitexplorer-heading '((t :inherit bold))
  "Face of headings.")

(defface gitexplorer-stale '((t :inherit shadow))
  "Face of rows that are about to be replaced.")

(defface gitexplorer-current '((t :inherit highlight))
  "Face of the row that a command in the minibuffer would act on.")

(defface gitexplorer-waiting '((t :inherit warning))
  "Face of what tells that something is waited for.")

(defface gitexplorer-failure '((t :inherit error))
  "Face of what went wrong.")

(defface gitexplorer-hint '((t :inherit font-lock-comment-face))
  "Face of advice.")

;;; Items

(defun gitexplorer--data (item key)
  "Return member KEY of the data of ITEM, or nil."
  (plist-get (plist-get item :data) key))

(defun gitexplorer--login (item)
  "Return the login of ITEM, or nil if it is no person or organization."
  (gitexplorer--data item :login))

(defun gitexplorer--form (item form)
  "Return ITEM as text in FORM, one of the choices of `gitexplorer-copy-format'.
Forms that ITEM lacks are replaced by its label."
  (or (pcase form
        ('mention (gitexplorer--data item :mention))
        ('login (gitexplorer--login item))
        ('co-author (gitexplorer--data item :coAuthor))
        ('url (plist-get item :url))
        ('markdown (gitexplorer--data item :markdownLink)))
      (plist-get item :label)))

(defun gitexplorer--signature (item)
  "Return ITEM as a trailer names a person, Name <address>, or nil."
  (or (gitexplorer--data item :signature)
      (when-let ((line (gitexplorer--data item :coAuthor)))
        (string-remove-prefix "Co-authored-by: " line))))

(defun gitexplorer--clean (text)
  "Return TEXT, a string or nil, on one line and without control characters."
  (string-trim (replace-regexp-in-string "[[:cntrl:]]+" " " (or text ""))))

;;; Rows

(defconst gitexplorer--label-columns 24
  "How many columns a label takes before what follows it is pushed aside.")

(defun gitexplorer--columns ()
  "Return how many columns the current buffer has on screen."
  (let ((window (get-buffer-window nil t)))
    (if window (max 20 (1- (window-body-width window))) 79)))

(defun gitexplorer--fit (text columns)
  "Return TEXT cut to COLUMNS columns of the screen."
  (truncate-string-to-width text (max 1 columns) nil nil "…"))

(defun gitexplorer--marked-label (item)
  "Return the label of ITEM with its matches marked."
  (let* ((label (copy-sequence (or (plist-get item :label) "")))
         (end (length label)))
    (add-face-text-property 0 end 'gitexplorer-label nil label)
    (seq-doseq (match (plist-get item :matches))
      (let ((from (plist-get match :start)) (to (plist-get match :end)))
        (when (and (natnump from) (natnump to) (<= from to end))
          (add-face-text-property from to 'gitexplorer-match nil label))))
    (replace-regexp-in-string "[[:cntrl:]]" " " label)))

(defun gitexplorer--aside (item)
  "Return the short facts about ITEM that stand at the end of its row."
  (string-join
   (pcase (plist-get item :kind)
     ("repository"
      (delq nil (list (gitexplorer--data item :language)
                      (when-let ((stars (gitexplorer--data item :stargazersCount)))
                        (format "★%d" stars))
                      (and (gitexplorer--true (gitexplorer--data item :fork)) "fork")
                      (and (gitexplorer--true (gitexplorer--data item :archived)) "archived"))))
     (kind
      (append (unless (member kind '(nil "user" "author" "entry")) (list kind))
              (gitexplorer--data item :relation))))
   " "))

(defun gitexplorer--facts (item)
  "Return what stands next to the label of ITEM, in one string."
  (string-trim (concat (gitexplorer--clean (gitexplorer--aside item)) "  "
                       (gitexplorer--clean (plist-get item :detail)))))

(defun gitexplorer--insert-row (item key)
  "Insert ITEM as a line; KEY is what the line is known by."
  (let* ((start (point))
         (label (gitexplorer--marked-label item))
         (pad (max 2 (- gitexplorer--label-columns (string-width label))))
         (aside (gitexplorer--clean (gitexplorer--aside item)))
         (detail (gitexplorer--clean (plist-get item :detail)))
         (room (- (gitexplorer--columns) 2 (string-width label) pad
                  (if (string-empty-p aside) 0 (+ 2 (string-width aside))))))
    (insert "  ")
    (insert-text-button (gitexplorer--fit label (- (gitexplorer--columns) 2))
                        'follow-link t
                        'action (lambda (_) (gitexplorer-open))
                        'help-echo (plist-get item :url))
    (unless (string-empty-p (concat aside detail))
      (insert (make-string pad ?\s)))
    (unless (string-empty-p aside)
      (insert (propertize aside 'face 'gitexplorer-kind)))
    (unless (or (string-empty-p detail) (< room 4))
      (insert (if (string-empty-p aside) "" "  ")
              (propertize (gitexplorer--fit detail room) 'face 'gitexplorer-detail)))
    (insert "\n")
    (put-text-property start (point) 'gitexplorer-item item)
    (put-text-property start (point) 'gitexplorer-key key)))

(defun gitexplorer--insert-words (text face &optional indent)
  "Insert TEXT in FACE, wrapped to the window, each line behind INDENT, a string."
  (let ((indent (or indent "  ")))
    (dolist (line (split-string (string-fill (gitexplorer--clean text)
                                             (max 10 (- (gitexplorer--columns) (length indent))))
                                "\n"))
      (insert indent (propertize line 'face face) "\n"))))

(defun gitexplorer--insert-failure (error again)
  "Insert the words of ERROR, its advice, and AGAIN, how to try once more."
  (let ((data (plist-get error :data)))
    (gitexplorer--insert-words (plist-get error :message) 'gitexplorer-failure)
    (seq-doseq (cause (plist-get data :causes))
      (gitexplorer--insert-words (format "%s: %s" (plist-get cause :section)
                                         (plist-get cause :message))
                                 'gitexplorer-hint "    "))
    (when-let ((hint (plist-get data :hint)))
      (gitexplorer--insert-words hint 'gitexplorer-hint))
    (when (and again (gitexplorer--true (plist-get data :retryable)))
      (gitexplorer--insert-words again 'gitexplorer-hint))))

(defun gitexplorer--insert-more (action)
  "Insert a line with a button to call ACTION for more rows."
  (let ((start (point)))
    (insert "  ")
    (insert-text-button "[More]" 'follow-link t 'action (lambda (_) (funcall action)))
    (insert "\n")
    (put-text-property start (point) 'gitexplorer-more action)))

(provide 'gitexplorer-row)
;;; gitexplorer-row.el ends here
