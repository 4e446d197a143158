;;; gitexplorer-read.el --- Read a person  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The login at point, reading one with completion, and the commands that insert a person into the
;; buffer.

;;; Code:

(require 'gitexplorer-completion)
(require 'gitexplorer-view)

;;; Logins as people write them

(defconst gitexplorer--login-pattern "[[:alnum:]][[:alnum:]_-]*\\(?:\\[bot]\\)?"
  "What a login looks like.")

(defun gitexplorer--login-written (text)
  "Return the login that TEXT names beyond doubt, or nil.
That is @login, the address of a profile, or GitHub's mail address of a user."
  (let ((host (regexp-opt (delete-dups (delq nil (list "github.com"
                                                       (plist-get (gitexplorer--known-source nil)
                                                                  :host)))))))
    (when (string-match
           (format "\\`\\(?:@\\|\\(?:https?://\\)?\\(?:www\\.\\)?%s/\\)\\(%s\\)\\(?:[/?#].*\\)?\\'\
\\|\\`\\(?:[0-9]+\\+\\)?\\(%s\\)@users\\.noreply\\.[[:alnum:].-]+\\'"
                   host gitexplorer--login-pattern gitexplorer--login-pattern)
           text)
      (or (match-string 1 text) (match-string 2 text)))))

(defun gitexplorer--login-from (text)
  "Return the login that TEXT, which a person has typed or pasted, stands for."
  (let ((text (string-trim (substring-no-properties text))))
    (or (gitexplorer--login-written text) text)))

(defun gitexplorer--login-near-point ()
  "Return the login that is written at point in a text, or nil."
  (unless (derived-mode-p 'gitexplorer-mode 'gitexplorer-list-mode)
    (save-excursion
      (let* ((between " \t\n<>()\"'`,;:!?{}|")
             (end (progn (skip-chars-forward (concat "^" between)) (point)))
             (start (progn (skip-chars-backward (concat "^" (string-replace ":" "" between)))
                           (point))))
        (gitexplorer--login-written (string-trim-right (buffer-substring-no-properties start end)
                                                       "[.]+"))))))

(defun gitexplorer--logins-at-point ()
  "Return the logins that point may be meant to be on, the likeliest first."
  (let ((item (and (derived-mode-p 'gitexplorer-mode 'gitexplorer-list-mode)
                   (gitexplorer--item-at-point))))
    (seq-uniq (delq nil (list (and item (gitexplorer--login item))
                              gitexplorer--owner
                              (gitexplorer--login-near-point)
                              (let ((symbol (thing-at-point 'symbol t)))
                                (and symbol
                                     (string-match-p (concat "\\`" gitexplorer--login-pattern
                                                             "\\'")
                                                     symbol)
                                     symbol)))))))

;;; Reading

(defvar gitexplorer-user-history nil "Logins that were read.")

(defun gitexplorer--read-person (prompt &optional initial predicate)
  "Read a person with PROMPT and completion, beginning with INITIAL.
PREDICATE is whom to offer.  Return (LOGIN . ITEM); ITEM is nil for a login
that completion does not know."
  (gitexplorer--connect)
  (when (and (fboundp 'embark-act) (locate-library "embark"))
    (require 'gitexplorer-embark))
  (let ((live (gitexplorer-completion--search)) (defaults (gitexplorer--logins-at-point)))
    (unwind-protect
        (let ((choice (minibuffer-with-setup-hook
                          (:append (lambda () (gitexplorer--attend (current-buffer) live)))
                        (completing-read prompt (gitexplorer-completion--table live) predicate nil
                                         initial 'gitexplorer-user-history defaults))))
          ;; Empty input stands for the default, which M-n is for here.
          (when (string-blank-p choice) (user-error "No login"))
          (cons (gitexplorer--login-from choice)
                (gitexplorer-completion--item choice live)))
      (gitexplorer-live-close live))))

(defun gitexplorer--attend (minibuffer live)
  "Let MINIBUFFER complete by LIVE."
  (setf (gitexplorer-live-changed live)
        (lambda () (gitexplorer-completion--refresh minibuffer live)))
  (gitexplorer-completion--use-style))

(defun gitexplorer--read-login (prompt &optional initial)
  "Read a login with PROMPT and completion, beginning with INITIAL.
It may be one that completion does not know."
  (car (gitexplorer--read-person prompt initial #'gitexplorer-completion--account-p)))

(defun gitexplorer--user (login)
  "Return the item of LOGIN, asked for at the server, with the name."
  (plist-get (gitexplorer--call "profile/get" (list :login login :sections [])) :user))

;;; Inserting

(defconst gitexplorer-trailers
  '("Co-authored-by" "Reviewed-by" "Acked-by" "Tested-by" "Suggested-by" "Reported-by"
    "Helped-by" "Signed-off-by")
  "The trailers of a commit message that name people.")

;;;###autoload
(defun gitexplorer-insert-mention (login)
  "Insert @LOGIN."
  (interactive (progn (barf-if-buffer-read-only)
                      (list (gitexplorer--read-login "Mention: "))))
  (insert "@" login))

;;;###autoload
(defun gitexplorer-insert-co-author (login &optional item)
  "Insert a Co-authored-by line for LOGIN, below the other trailers at point.
ITEM is what is known of the person."
  (interactive (progn (barf-if-buffer-read-only)
                      (let ((person (gitexplorer--read-person "Co-author: ")))
                        (list (car person) (cdr person)))))
  (gitexplorer-insert-trailer "Co-authored-by" login item))

;;;###autoload
(defun gitexplorer-insert-trailer (key login &optional item)
  "Insert a trailer KEY for LOGIN, below the other trailers at point.
KEY is one of `gitexplorer-trailers', ITEM what is known of the person."
  (interactive (progn (barf-if-buffer-read-only)
                      (let ((key (completing-read "Trailer: " gitexplorer-trailers nil t))
                            (person (gitexplorer--read-person "Person: ")))
                        (list key (car person) (cdr person)))))
  ;; A row of GitHub's search has no name; a signature is there where the name is known.
  (let ((signature (or (gitexplorer--data item :signature)
                       (gitexplorer--signature (gitexplorer--user login))
                       (user-error "%s cannot be named in a trailer" login))))
    (unless (bolp) (end-of-line) (insert "\n"))
    (insert key ": " signature)
    (unless (eolp) (insert "\n"))))

(provide 'gitexplorer-read)
;;; gitexplorer-read.el ends here
