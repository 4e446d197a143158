;;; completion-tests.el --- Reading and completing people  -*- lexical-binding: t; -*-

;;; Code:

;; One candidate a line, so that their order is that of the lines.
(setq completions-format 'one-column)

(require 'support)
(require 'gitexplorer-read)
(require 'gitexplorer-capf)

(defconst gitexplorer-test-completions
  '("octocat" "octokit" "octo-labs" "octo-foundry" "octopine" "Octorok42" "octo_nimbus"
    "octo-lantern[bot]" "tentacle-octo")
  "What completes octo, in the server's order.")

(defun gitexplorer-test-completions-shown ()
  "Return the candidates in *Completions*, in their order."
  (with-current-buffer "*Completions*"
    (goto-char (point-min))
    (let (found)
      (while (re-search-forward "^\\([[:alnum:]_-]+\\(?:\\[bot\\]\\)?\\)\\(?: \\|$\\)" nil t)
        (when (get-text-property (match-beginning 1) 'mouse-face)
          (push (match-string-no-properties 1) found)))
      (nreverse found))))

(defmacro gitexplorer-test-in-text (text &rest body)
  "Evaluate BODY in a buffer on screen with TEXT, point at its end."
  (declare (indent 1))
  `(with-temp-buffer
     (switch-to-buffer (current-buffer))
     (insert ,text)
     ,@body))

(defun gitexplorer-test-completed (text &optional name)
  "Return what TEXT becomes when completion at point is asked for after it.
NAME is that of the file that has it."
  (gitexplorer-test-in-text text
    (let ((buffer-file-name (and name (expand-file-name name))))
      (gitexplorer-completion-mode)
      (gitexplorer-test-keys "M-x completion-at-point RET")
      (buffer-string))))

(ert-deftest gitexplorer-test-reading-keeps-the-servers-order-and-affixes ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-user RET octo TAB TAB"
     (progn
       (should (equal (gitexplorer-test-completions-shown) gitexplorer-test-completions))
       (with-current-buffer "*Completions*"
         (goto-char (point-min))
         (should (re-search-forward "^octokit +organization$"))
         (should (eq 'gitexplorer-kind (get-text-property (1- (point)) 'face)))))
     "k TAB" (should (equal (minibuffer-contents-no-properties) "octokit"))
     "RET")
    (should (equal (buffer-name) "*gitexplorer: octokit*"))))

(ert-deftest gitexplorer-test-metadata-of-the-table ()
  (let ((metadata (completion-metadata
                   "" (gitexplorer-completion--table (gitexplorer-completion--search)) nil)))
    (should (eq 'gitexplorer-user (completion-metadata-get metadata 'category)))
    (should (completion-metadata-get metadata 'affixation-function))
    (should (equal '("b" "a") (funcall (completion-metadata-get metadata 'display-sort-function)
                                       (list "b" "a"))))))

(ert-deftest gitexplorer-test-insert-a-mention ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "thanks to "
      (gitexplorer-test-keys "M-x gitexplorer-insert-mention RET octok TAB RET")
      (should (equal (buffer-string) "thanks to @octokit")))))

(ert-deftest gitexplorer-test-insert-a-co-author-with-the-name ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "Subject\n\nBody"
      (gitexplorer-test-keys "M-x gitexplorer-insert-co-author RET octocat RET")
      (should (string-match-p
               (concat "\\`Subject\n\nBody\nCo-authored-by: The Octocat "
                       "<583231\\+octocat@users\\.noreply\\.[^>]+>\n?\\'")
               (buffer-string))))))

(ert-deftest gitexplorer-test-co-author-of-nobody-inserts-nothing ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "Subject\n"
      (ignore-errors
        (gitexplorer-test-keys "M-x gitexplorer-insert-co-author RET nobodyhere RET"))
      (should (equal (buffer-string) "Subject\n")))))

(ert-deftest gitexplorer-test-mention-at-point ()
  (gitexplorer-test-with-server nil
    (should (equal (gitexplorer-test-completed "ask @octok") "ask @octokit"))
    (should (equal (gitexplorer-test-completed "(@octok") "(@octokit"))
    (should (equal (gitexplorer-test-completed "@octok") "@octokit"))
    ;; An address is no mention, and a word is none either.
    (should (equal (gitexplorer-test-completed "me@octok") "me@octok"))
    (should (equal (gitexplorer-test-completed "octok") "octok"))))

(ert-deftest gitexplorer-test-co-author-at-point ()
  (gitexplorer-test-with-server nil
    (should (string-match-p
             "\\`Subject\n\nCo-authored-by: octokit <583301\\+octokit@users\\.noreply\\.[^>]+>\\'"
             (gitexplorer-test-completed "Subject\n\nCo-authored-by: octok" "COMMIT_EDITMSG")))
    (should (string-match-p
             "\\`Co-authored-by: octokit <[^@>]+@[^>]+>\\'"
             (gitexplorer-test-completed "Co-authored-by: @octok" "COMMIT_EDITMSG")))))

(ert-deftest gitexplorer-test-only-where-the-server-says-that-somebody-is-named ()
  (gitexplorer-test-with-server nil
    ;; An owner is one also before its @ is typed.
    (should (equal (gitexplorer-test-completed "*.swift octok" "CODEOWNERS") "*.swift @octokit"))
    (dolist (text '("octok" "me@octok" "`@octok" "Co-authored-by: octok" "@octocat/"))
      (gitexplorer-test-in-text text
        (setq major-mode 'markdown-mode)
        (should-not (gitexplorer-capf--here))))
    (gitexplorer-test-in-text "// see @octok"
      (setq major-mode 'swift-mode)
      (should (equal (cons 9 'login) (gitexplorer-capf--here)))
      (erase-buffer)
      (insert "let a = @octok")
      (should-not (gitexplorer-capf--here)))
    (gitexplorer-test-in-text "Subject\n\nReviewed-by: octok"
      (require 'log-edit)
      (log-edit-mode)
      (should (eq 'signature (cdr (gitexplorer-capf--here)))))))

(ert-deftest gitexplorer-test-the-server-is-told-of-the-lines-around-point-alone ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text ""
      (dotimes (number 2000) (insert (format "line %d\r of many\n" number)))
      (goto-char (point-min))
      (forward-line 1000)
      (insert "thanks @octok\n")
      (forward-char -1)
      (let ((params (gitexplorer-capf--surroundings)))
        (should (equal '(:line 200 :character 13) (plist-get params :position)))
        (should (= 401 (length (split-string (plist-get params :text) "\n")))))
      (should (equal (cons (- (point) 5) 'login) (gitexplorer-capf--here)))
      ;; What is known of a place is not asked again.
      (cl-letf (((symbol-function 'gitexplorer--request) (lambda (&rest _) (error "Asked"))))
        (should (equal (cons (- (point) 5) 'login) (gitexplorer-capf--here))))
      (dotimes (_ 20) (insert (make-string 2000 ?x) "\n"))
      (should (> 65537 (length (plist-get (gitexplorer-capf--surroundings) :text))))
      (insert (make-string 70000 ?x) " @octok")
      (should-not (gitexplorer-capf--surroundings))
      (should-not (gitexplorer-capf--here)))))

(ert-deftest gitexplorer-test-a-server-that-does-not-answer-does-not-hold-up-the-keys ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "thanks @octok"
      (cl-letf (((symbol-function 'gitexplorer--request) #'ignore)
                (gitexplorer-capf--seconds 0.05))
        (should-not (gitexplorer-capf--here)))
      (should (gitexplorer-capf--here)))))

(ert-deftest gitexplorer-test-several-at-point-are-listed-in-order ()
  (gitexplorer-test-with-server nil
    (should (equal (gitexplorer-test-completed "@octo") "@octo"))
    (should (equal (gitexplorer-test-completions-shown) gitexplorer-test-completions))))

(ert-deftest gitexplorer-test-completion-that-fails-says-why-and-changes-nothing ()
  (gitexplorer-test-with-server "search:error=500"
    (should (equal (gitexplorer-test-completed "@octok") "@octok"))
    (should (gitexplorer-test-said "GitHub has a problem of its own"))))

(ert-deftest gitexplorer-test-a-request-that-died-with-the-server-is-asked-once-more ()
  (gitexplorer-test-with-server nil
    (gitexplorer--connect)
    (gitexplorer-test-kill-server)
    (should (equal "The Octocat" (gitexplorer--data (gitexplorer--user "octocat") :name)))))

(ert-deftest gitexplorer-test-logins-with-an-underscore-and-bots-are-completed ()
  (gitexplorer-test-with-server nil
    (should (equal (gitexplorer-test-completed "@octo_n") "@octo_nimbus"))
    (should (equal (gitexplorer-test-completed "@octo-lantern[bo") "@octo-lantern[bot]"))))

(ert-deftest gitexplorer-test-every-trailer-is-completed-by-a-signature ()
  (gitexplorer-test-with-server nil
    (dolist (key gitexplorer-trailers)
      (should (string-match-p (concat "\\`" key ": octokit <[0-9]+\\+octokit@[^>]+>\\'")
                              (gitexplorer-test-completed (concat key ": octok")
                                                          "COMMIT_EDITMSG"))))))

(ert-deftest gitexplorer-test-insert-a-trailer ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "Subject\n\n"
      (gitexplorer-test-keys "M-x gitexplorer-insert-trailer RET Reviewed-by RET octocat RET")
      (should (string-match-p "\\`Subject\n\nReviewed-by: The Octocat <583231\\+octocat@.*>\n?\\'"
                              (buffer-string))))))

(ert-deftest gitexplorer-test-an-author-without-an-account-is-a-candidate-with-a-mark ()
  (let* ((live (gitexplorer-completion--search))
         (author '( :id "git:1" :kind "author" :label "Ada Example" :detail "ada@example.org"
                    :data (:relation ["author" "recent"]
                           :signature "Ada Example <ada@example.org>")))
         (candidates (gitexplorer-completion--strings (list author author))))
    (should (equal candidates '("Ada Example" "Ada Example <ada@example.org>")))
    (should (equal "  author recent  ada@example.org"
                   (substring-no-properties
                    (gitexplorer-completion--annotate (car candidates)))))
    ;; Who has no account cannot be mentioned.
    (should-not (gitexplorer-completion--account-p (car candidates)))
    (gitexplorer-test-in-text "Reviewed-by: Ada Example"
      (gitexplorer-capf--finish (car candidates) 'signature live)
      (should (equal (buffer-string) "Reviewed-by: Ada Example <ada@example.org>")))))

(ert-deftest gitexplorer-test-a-search-tells-of-the-repository-around-the-buffer ()
  (gitexplorer-test-with-server nil
    (let* ((root (file-name-as-directory (make-temp-file "repository" t)))
           (default-directory (concat root "deep/")) told)
      (make-directory (concat root ".git"))
      (make-directory default-directory)
      (cl-letf* ((tell (symbol-function 'gitexplorer--tell))
                 ((symbol-function 'gitexplorer--tell)
                  (lambda (method params)
                    (when (equal method "search/didOpen") (push (plist-get params :options) told))
                    (funcall tell method params))))
        (gitexplorer-live-open (gitexplorer-completion--search) "test"))
      (should (equal told (list (list :workspace (directory-file-name root)))))
      (delete-directory root t))))

(ert-deftest gitexplorer-test-a-read-only-buffer-is-told-before-anything-is-asked ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "text"
      (setq buffer-read-only t)
      (dolist (command '(gitexplorer-insert-mention gitexplorer-insert-co-author
                         gitexplorer-insert-trailer))
        (should-error (call-interactively command) :type 'buffer-read-only))
      (should-not (gitexplorer--running-p)))))

(ert-deftest gitexplorer-test-the-key-completes-people-and-else-does-what-it-did ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-text "@octok"
      (text-mode)
      (gitexplorer-completion-mode)
      (gitexplorer-test-keys "C-M-i")
      (should (equal (buffer-string) "@octokit"))
      (insert " word")
      (let ((here (key-binding (kbd "C-M-i"))))
        (gitexplorer-completion-mode -1)
        (should (eq here (key-binding (kbd "C-M-i"))))))))

(provide 'completion-tests)
;;; completion-tests.el ends here
