;;; search-tests.el --- The prompt and its list  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'imenu)
(require 'bookmark)

(defconst gitexplorer-test-octo
  '("octocat" "octokit" "octo-labs" "octo-foundry" "octopine" "Octorok42" "octo_nimbus"
    "octo-lantern[bot]" "tentacle-octo")
  "Who is found for octo, in the server's order.")

(defmacro gitexplorer-test-search (&rest steps)
  "Type STEPS into the prompt of a search."
  `(gitexplorer-test-keys "M-x gitexplorer-search RET" ,@steps))

;;; States

(ert-deftest gitexplorer-test-idle-tells-what-to-do ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     (progn
       (should (equal (gitexplorer-test-list)
                      "  Type at least 2 letters of a login or a name.\n"))
       (should (equal (gitexplorer-test-header) "GitHub"))
       (should (equal (gitexplorer-test-faces "Type") '(gitexplorer-hint))))
     "C-g")))

(ert-deftest gitexplorer-test-rows-are-the-servers-in-its-order ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo"
     (gitexplorer-test-until (gitexplorer-test-labels))
     (progn
       (should (equal (gitexplorer-test-labels) gitexplorer-test-octo))
       (should (equal (gitexplorer-test-header) "octo  9 of 9"))
       (should (string-search "\n  octokit                 organization\n"
                              (gitexplorer-test-list)))
       (should (equal (gitexplorer-test-faces "octocat")
                      '(gitexplorer-match gitexplorer-label)))
       (should (equal (gitexplorer-test-faces "cat") '(gitexplorer-label)))
       (should (equal (gitexplorer-test-faces "organization") '(gitexplorer-kind)))
       (should-not (string-match-p "null\\|nil" (gitexplorer-test-list)))
       (should (equal (gitexplorer-test-row) "octocat")))
     "C-g")))

(ert-deftest gitexplorer-test-nobody-is-not-a-failure ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "nobodyhere"
     (gitexplorer-test-until (string-search "Nobody" (gitexplorer-test-list)))
     (progn
       (should (equal (gitexplorer-test-list)
                      "  Nobody matches “nobodyhere”.\n  Type fewer letters, or others.\n"))
       (should (equal (gitexplorer-test-header) "nobodyhere  nobody")))
     "C-g")))

(ert-deftest gitexplorer-test-too-short-clears-the-list ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (gitexplorer-test-labels))
     "DEL DEL DEL" (gitexplorer-test-until (null (gitexplorer-test-labels)))
     (should (string-prefix-p "  Type at least 2" (gitexplorer-test-list)))
     "C-g")))

(ert-deftest gitexplorer-test-old-rows-stay-dimmed-until-new-ones-come ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (gitexplorer-test-labels))
       (should-not (memq 'gitexplorer-stale (gitexplorer-test-faces "octocat")))
       (gitexplorer-test-set-faults url "search:latency=600ms")
       "C-a C-k selric"
       (gitexplorer-test-until (string-search "loading" (gitexplorer-test-header)))
       (progn
         (should (equal (gitexplorer-test-labels) gitexplorer-test-octo))
         (should (memq 'gitexplorer-stale (gitexplorer-test-faces "octocat"))))
       (gitexplorer-test-until (not (equal (gitexplorer-test-labels) gitexplorer-test-octo)))
       (progn
         (should (member "the-selric" (gitexplorer-test-labels)))
         (should-not (memq 'gitexplorer-stale
                           (gitexplorer-test-faces (car (gitexplorer-test-labels))))))
       "C-g"))))

(ert-deftest gitexplorer-test-failure-says-what-to-do-and-the-next-edit-works ()
  (gitexplorer-test-with-sandbox url "search:error=500"
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (equal (gitexplorer-test-header) "octo  failed"))
       (progn
         (should (equal (gitexplorer-test-list)
                        (concat "  GitHub has a problem of its own (HTTP 500).\n"
                                "  Try again in a while.\n"
                                "  RET in the prompt asks again; so does g here.\n")))
         (should (equal (gitexplorer-test-faces "GitHub has") '(gitexplorer-failure)))
         (should (gitexplorer-test-said "GitHub has a problem of its own"))
         (gitexplorer-test-set-faults url "latency=0ms"))
       "k" (gitexplorer-test-until (gitexplorer-test-labels))
       (should (equal (gitexplorer-test-labels) '("octokit")))
       "C-g"))))

(ert-deftest gitexplorer-test-return-asks-again-after-a-failure ()
  (gitexplorer-test-with-sandbox url "search:error=500"
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (equal (gitexplorer-test-header) "octo  failed"))
       (gitexplorer-test-set-faults url "latency=0ms")
       "RET" (gitexplorer-test-until (gitexplorer-test-labels))
       (should (equal (gitexplorer-test-labels) gitexplorer-test-octo))
       "C-g"))))

(ert-deftest gitexplorer-test-waiting-for-the-limit-looks-like-waiting ()
  (gitexplorer-test-with-server "search:primary=30s:first=1"
    (gitexplorer-test-search
     "octo"
     (gitexplorer-test-until
      (string-match-p "asking again in [0-9]+ s" (gitexplorer-test-header)))
     (progn
       (should (gitexplorer-test-said "limit is used up"))
       (should-not (string-search "failed" (gitexplorer-test-header))))
     ;; The wait ends when what is wanted changes to nothing.
     "C-a C-k" (gitexplorer-test-until (string-search "Type at least" (gitexplorer-test-list)))
     "C-g")))

(ert-deftest gitexplorer-test-no-time-to-wait-is-a-failure-with-advice ()
  (gitexplorer-test-with-server "search:primary=300s"
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (string-search "failed" (gitexplorer-test-header)))
     (should (string-match-p "limit is used up; it resets in" (gitexplorer-test-list)))
     "C-g")))

(ert-deftest gitexplorer-test-an-older-answer-stands-below-the-failure ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (setq gitexplorer-settings `(:cacheSeconds 0 ,@gitexplorer-settings))
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (gitexplorer-test-labels))
       (gitexplorer-test-set-faults url "search:error=500")
       "C-c C-c" (gitexplorer-test-until (string-search "failed" (gitexplorer-test-header)))
       (progn
         (should (equal (gitexplorer-test-header)
                        (concat "octo  failed, an older answer: "
                                "GitHub has a problem of its own (HTTP 500).")))
         (should (string-prefix-p "  GitHub has a problem of its own" (gitexplorer-test-list)))
         (should (equal (gitexplorer-test-labels) gitexplorer-test-octo)))
       "C-g"))))

(ert-deftest gitexplorer-test-a-page-that-fails-leaves-the-list-and-can-be-asked-for-again ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (setq gitexplorer-settings `(:perPage 4 ,@gitexplorer-settings))
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (gitexplorer-test-labels))
       (gitexplorer-test-set-faults url "search:error=500")
       "C-c C-l"
       (gitexplorer-test-until (string-search "problem of its own" (gitexplorer-test-list)))
       (progn
         (should (equal (gitexplorer-test-labels) (seq-take gitexplorer-test-octo 4)))
         (should (equal (gitexplorer-test-header)
                        "octo  4 of 9: GitHub has a problem of its own (HTTP 500)."))
         (should (string-suffix-p "\n  [More]\n" (gitexplorer-test-list))))
       (gitexplorer-test-set-faults url "latency=0ms")
       "C-c C-l" (gitexplorer-test-until (= 8 (length (gitexplorer-test-labels))))
       (should-not (string-search "problem" (gitexplorer-test-list)))
       "C-g"))))

;;; Typing

(ert-deftest gitexplorer-test-edits-in-the-middle-reach-the-server-exactly ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octXcat" "C-b C-b C-b DEL o C-e"
     (gitexplorer-test-until (gitexplorer-test-labels))
     (should (equal (gitexplorer-test-labels) '("octocat")))
     "C-a M-d 한 é 😀 DEL DEL DEL C-y"
     (gitexplorer-test-until (equal (gitexplorer-test-header) "octocat  1 of 1"))
     "M-DEL o DEL octo C-t C-t"
     (gitexplorer-test-until (equal (gitexplorer-test-labels) gitexplorer-test-octo))
     "C-g")))

(ert-deftest gitexplorer-test-a-change-that-no-hook-saw-is-made-up-for ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "x" (let ((inhibit-modification-hooks t))
           (delete-minibuffer-contents)
           (insert "octoki"))
     "t" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
     "C-g")))

(ert-deftest gitexplorer-test-history-is-a-change-like-any-other ()
  (let ((gitexplorer-search-history '("octokit")))
    (gitexplorer-test-with-server nil
      (gitexplorer-test-search
       "M-p" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
       "C-g"))))

(ert-deftest gitexplorer-test-what-json-cannot-hold-does-no-harm ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo C-q 0 RET C-q 0 RET"
     (insert (string-to-multibyte "\xff"))
     "DEL DEL DEL" (gitexplorer-test-until (equal (gitexplorer-test-labels) gitexplorer-test-octo))
     "C-g")))

(ert-deftest gitexplorer-test-fifty-keys-appear-as-typed-before-a-slow-server-answers ()
  (gitexplorer-test-with-server "latency=5s"
    (let ((typed nil) (events nil))
      (cl-letf* ((feed (symbol-function 'gitexplorer--feed))
                 ((symbol-function 'gitexplorer--feed)
                  (lambda (view method params)
                    (when (eq method 'search/results) (push 'answer events))
                    (funcall feed view method params))))
        (gitexplorer-test-keys
         "M-x gitexplorer-search RET"
         (add-hook 'post-command-hook
                   (lambda ()
                     (when (eq this-command 'self-insert-command)
                       (push (minibuffer-contents-no-properties) typed)
                       (push 'key events)))
                   nil t)
         "octocatoctocatoctocatoctocatoctocatoctocatoctocatocto"
         (progn
           (should (equal (nth 49 (reverse typed))
                          (substring "octocatoctocatoctocatoctocatoctocatoctocatoctocatocto" 0 50)))
           (should (equal (mapcar #'length (reverse typed)) (number-sequence 1 53)))
           (should-not (memq 'answer events)))
         "C-g"))
      (should-not (memq 'answer events)))))

(ert-deftest gitexplorer-test-typing-sends-each-change-and-waits-for-nothing ()
  (gitexplorer-test-with-server nil
    (let (sent)
      (cl-letf* ((notify (symbol-function 'jsonrpc-notify))
                 ((symbol-function 'jsonrpc-notify)
                  (lambda (connection method params)
                    (push (cons method params) sent)
                    (funcall notify connection method params))))
        (gitexplorer-test-search "octo" "C-g"))
      (should (equal (mapcar (lambda (message)
                               (let ((change (aref (plist-get (cdr message) :contentChanges) 0)))
                                 (list (plist-get (cdr message) :version)
                                       (plist-get (plist-get change :range) :start)
                                       (plist-get change :text))))
                             (seq-filter (lambda (message) (eq (car message) 'search/didChange))
                                         (reverse sent)))
                     '((1 0 "o") (2 1 "c") (3 2 "t") (4 3 "o"))))
      (should (eq (caar sent) 'search/didClose)))))

;;; Choosing

(ert-deftest gitexplorer-test-the-chosen-row-is-opened ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (gitexplorer-test-labels))
     "C-n C-n C-p"
     (progn
       (should (equal (gitexplorer-test-row) "octokit"))
       (with-current-buffer "*gitexplorer search*"
         (should (equal (overlay-get gitexplorer-results--overlay 'face) 'gitexplorer-current))
         (should (equal (buffer-substring-no-properties
                         (overlay-start gitexplorer-results--overlay)
                         (overlay-end gitexplorer-results--overlay))
                        "  octokit                 organization\n"))))
     "RET")
    (should (equal (buffer-name (window-buffer)) "*gitexplorer: octokit*"))))

(ert-deftest gitexplorer-test-point-stays-on-the-same-person ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (gitexplorer-test-labels))
     "C-n C-n C-n C-n" (should (equal (gitexplorer-test-row) "octopine"))
     "p" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octopine")))
     (should (equal (gitexplorer-test-row) "octopine"))
     "DEL" (gitexplorer-test-until (equal (gitexplorer-test-labels) gitexplorer-test-octo))
     (should (equal (gitexplorer-test-row) "octopine"))
     "C-a C-k selric"
     (gitexplorer-test-until (and (gitexplorer-test-labels)
                                  (not (member "octopine" (gitexplorer-test-labels)))))
     (should (equal (gitexplorer-test-row) (car (gitexplorer-test-labels))))
     "C-g")))

(ert-deftest gitexplorer-test-return-before-the-answer-asks-at-once-and-opens-the-hit ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:debounceMilliseconds 600000)))
      (gitexplorer-test-search
       "octo RET" (gitexplorer-test-until (gitexplorer-test-labels))))
    (should (equal (buffer-name (window-buffer)) "*gitexplorer: octocat*"))))

(ert-deftest gitexplorer-test-the-end-of-the-list-loads-more ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:debounceMilliseconds 100 :perPage 4)))
      (gitexplorer-test-search
       "octo" (gitexplorer-test-until (gitexplorer-test-labels))
       (progn
         (should (equal (gitexplorer-test-labels) (seq-take gitexplorer-test-octo 4)))
         (should (equal (gitexplorer-test-header) "octo  4 of 9"))
         (should (string-suffix-p "\n  [More]\n" (gitexplorer-test-list))))
       "C-n C-n C-n C-n"
       (gitexplorer-test-until (= 8 (length (gitexplorer-test-labels))))
       (should (equal (gitexplorer-test-row) "octo-foundry"))
       "C-c C-l" (gitexplorer-test-until (= 9 (length (gitexplorer-test-labels))))
       (progn
         (should (equal (gitexplorer-test-labels) gitexplorer-test-octo))
         (should-not (string-search "[More]" (gitexplorer-test-list))))
       "C-g"))))

(ert-deftest gitexplorer-test-quitting-closes-the-search ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (gitexplorer-test-labels)) "C-g")
    (should-not (get-buffer "*gitexplorer search*"))
    (should (hash-table-empty-p gitexplorer--views))
    (should (one-window-p))))

;;; The list by itself

(defmacro gitexplorer-test-in-list (text &rest body)
  "Evaluate BODY in the list for TEXT, its prompt being gone."
  (declare (indent 1))
  `(progn
     (gitexplorer-test-search ,text (gitexplorer-test-until (gitexplorer-test-labels)) "TAB")
     (should (equal (buffer-name) "*gitexplorer search*"))
     ,@body))

(ert-deftest gitexplorer-test-keys-of-the-list ()
  (gitexplorer-test-with-server nil
    (let (browsed kill-ring (interprogram-cut-function nil))
      (let ((browse-url-browser-function (lambda (url &rest _) (push url browsed))))
        (gitexplorer-test-in-list "octo"
          (gitexplorer-test-keys "n b w p w")
          (should (equal browsed '("https://github.com/octokit")))
          (should (equal kill-ring '("@octocat" "@octokit")))
          (gitexplorer-test-keys "C-u w co-author RET C-u w markdown RET C-u w url RET")
          (should (equal (seq-take kill-ring 2)
                         '("https://github.com/octocat" "[octocat](https://github.com/octocat)")))
          (should (string-match-p "\\`Co-authored-by: octocat <583231\\+octocat@"
                                  (nth 2 kill-ring)))
          (gitexplorer-test-keys "TAB TAB")
          (should (looking-at "octokit"))
          (gitexplorer-test-keys "g")
          (gitexplorer-test-until (string-search "9 of 9" (gitexplorer-test-header)))
          (should (looking-at "octokit"))
          (gitexplorer-test-keys "RET")
          (should (equal (buffer-name) "*gitexplorer: octokit*")))))))

(ert-deftest gitexplorer-test-back-to-the-prompt ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-list "octo"
      (gitexplorer-test-keys
       "s" (should (equal (minibuffer-contents) "octo"))
       "k" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
       "TAB")
      ;; A quit leaves the list where it is.
      (gitexplorer-test-keys "s C-g")
      (should (equal (buffer-name (window-buffer)) "*gitexplorer search*"))
      (should (equal (gitexplorer-test-labels) '("octokit"))))))

(ert-deftest gitexplorer-test-follow-from-the-list ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-list "octo"
      (gitexplorer-test-keys "f")
      (gitexplorer-test-until (gitexplorer-test-said "You follow octocat"))
      (gitexplorer-test-keys "F")
      (gitexplorer-test-until (gitexplorer-test-said "You do not follow octocat")))))

(ert-deftest gitexplorer-test-imenu-names-the-rows ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-in-list "octo"
      (should (equal (mapcar #'car (funcall imenu-create-index-function)) gitexplorer-test-octo))
      (gitexplorer-test-keys "M-x imenu RET octopine RET")
      (should (equal (gitexplorer-test-row) "octopine")))))

(ert-deftest gitexplorer-test-bookmark-of-a-search ()
  (let (bookmark-alist (bookmark-save-flag nil) (bookmark-default-file (make-temp-name "/nowhere")))
    (cl-letf (((symbol-function 'bookmark-maybe-load-default-file) #'ignore))
      (gitexplorer-test-with-server nil
        (gitexplorer-test-in-list "octok"
          (gitexplorer-test-keys "C-x r m here RET")
          (kill-buffer)
          (gitexplorer-test-keys "C-x r b here RET")
          (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit"))))))))

(ert-deftest gitexplorer-test-export-to-a-table ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-search
     "octo" (gitexplorer-test-until (gitexplorer-test-labels)) "C-c C-e")
    (should (eq major-mode 'gitexplorer-list-mode))
    (should (derived-mode-p 'tabulated-list-mode))
    (should (equal (mapcar (lambda (entry) (plist-get (car entry) :label)) tabulated-list-entries)
                   gitexplorer-test-octo))
    (goto-char (point-min))
    (should (looking-at "  octocat +user +https://github.com/octocat$"))
    (let (kill-ring (interprogram-cut-function nil))
      (gitexplorer-test-keys "n w")
      (should (equal kill-ring '("@octokit"))))
    ;; Sorted by login, then back to a profile.
    (gitexplorer-test-keys "C-a C-f C-f S")
    (goto-char (point-min))
    (should (looking-at "  Octorok42"))
    (gitexplorer-test-keys "RET")
    (should (equal (buffer-name) "*gitexplorer: Octorok42*"))))

(provide 'search-tests)
;;; search-tests.el ends here
