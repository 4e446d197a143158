;;; list-tests.el --- The current row, the state, several searches, sources  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'gitexplorer-search)

(defconst gitexplorer-test-sources
  (expand-file-name "../../../protocol/examples/sources.json"
                    (file-name-directory (locate-library "support")))
  "A configuration with catalogues.")

(defmacro gitexplorer-test-with-sources (source &rest body)
  "Evaluate BODY with a server that has catalogues, SOURCE being the one to search."
  (declare (indent 1))
  `(gitexplorer-test-with-server nil
     (let ((gitexplorer-arguments (list "--sandbox" "--config" gitexplorer-test-sources))
           (gitexplorer-source ,source))
       ,@body)))

;;; The current row

(ert-deftest gitexplorer-test-the-first-row-stays-current-and-on-screen ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octo"
     (gitexplorer-test-until (= 9 (length (gitexplorer-test-labels))))
     "-" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octo-labs" "octo-foundry" "octo-lantern[bot]")))
     (gitexplorer-test-until (equal (gitexplorer-test-header) "octo-  3 of 3"))
     "DEL" (gitexplorer-test-until (= 9 (length (gitexplorer-test-labels))))
     (progn
       (should (equal (gitexplorer-test-row) "octocat"))
       (should (= 1 (window-start (get-buffer-window "*gitexplorer search*")))))
     "RET")
    (should (equal (buffer-name (window-buffer)) "*gitexplorer: octocat*"))))

(ert-deftest gitexplorer-test-a-chosen-row-that-is-gone-leaves-the-first-one ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octo" (gitexplorer-test-until (gitexplorer-test-labels))
     "C-n C-n C-n C-n" (should (equal (gitexplorer-test-row) "octopine"))
     "k" (gitexplorer-test-until (equal (gitexplorer-test-header) "octok  1 of 1"))
     "DEL" (gitexplorer-test-until (equal (gitexplorer-test-header) "octo  9 of 9"))
     (should (equal (gitexplorer-test-row) "octocat"))
     "C-g")))

(ert-deftest gitexplorer-test-the-heading-of-the-first-group-is-seen ()
  (gitexplorer-test-with-sources "fruits"
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET" (gitexplorer-test-until (gitexplorer-test-labels))
     "C-n C-n C-p C-p"
     (with-current-buffer "*gitexplorer search*"
       (should (= 1 (window-start (get-buffer-window))))
       (should (null (get-text-property 1 'gitexplorer-item)))
       ;; Further down the header line names the group.
       (should (string-suffix-p (buffer-substring-no-properties 1 (gitexplorer--line 1 1))
                                (concat (gitexplorer-test-header) "\n"))))
     "C-g")))

;;; The state

(ert-deftest gitexplorer-test-a-list-of-an-older-text-says-waiting ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:debounceMilliseconds 600000)))
      (gitexplorer-test-keys
       "M-x gitexplorer-search RET octo"
       (progn
         (should (equal (gitexplorer-test-header) "octo  waiting…"))
         (should (equal (gitexplorer-test-list) "")))
       "C-c C-c" (gitexplorer-test-until (equal (gitexplorer-test-header) "octo  9 of 9"))
       "xyz"
       (gitexplorer-test-until (equal (gitexplorer-test-header) "octoxyz  waiting…"))
       "C-g"))))

(ert-deftest gitexplorer-test-rows-of-an-older-text-are-dimmed ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:debounceMilliseconds 600000 :provisionalResults nil)))
      (gitexplorer-test-keys
       "M-x gitexplorer-search RET octo C-c C-c"
       (gitexplorer-test-until (equal (gitexplorer-test-header) "octo  9 of 9"))
       "x" (should (memq 'gitexplorer-stale (gitexplorer-test-faces "octocat")))
       "C-g"))))

(ert-deftest gitexplorer-test-return-waits-for-a-hit-and-typing-calls-it-off ()
  (gitexplorer-test-with-server "search:latency=300ms"
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octo RET k"
     (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
     (should (equal (minibuffer-contents) "octok"))
     "C-g")))

;;; Several searches

(ert-deftest gitexplorer-test-quitting-a-search-leaves-the-others ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octok" (gitexplorer-test-until (gitexplorer-test-labels)) "TAB")
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octop"
     (gitexplorer-test-until (gitexplorer-test-labels "*gitexplorer search*<2>"))
     (progn
       (should (equal (gitexplorer-test-labels "*gitexplorer search*<2>") '("octopine")))
       (should (equal (gitexplorer-test-labels) '("octokit"))))
     "C-g")
    (should-not (get-buffer "*gitexplorer search*<2>"))
    (should (equal (gitexplorer-test-labels) '("octokit")))
    (should (= 1 (hash-table-count gitexplorer--views)))
    (switch-to-buffer "*gitexplorer search*")
    (gitexplorer-test-keys "q")
    (should (hash-table-empty-p gitexplorer--views))))

(ert-deftest gitexplorer-test-the-search-key-in-its-own-prompt-does-no-harm ()
  (gitexplorer-test-with-server nil
    (let ((global (lookup-key global-map [f5])))
      (unwind-protect
          (dolist (recursive '(nil t))
            (global-set-key [f5] #'gitexplorer-search)
            (let ((enable-recursive-minibuffers recursive))
              (gitexplorer-test-keys
               "M-x gitexplorer-search RET octo"
               (let ((err (should-error (call-interactively #'gitexplorer-search)
                                        :type 'user-error)))
                 (should (string-search "leave this prompt first" (error-message-string err))))
               "k" (gitexplorer-test-until (equal (gitexplorer-test-labels) '("octokit")))
               "C-g")))
        (global-set-key [f5] global)))))

;;; Sources

(ert-deftest gitexplorer-test-the-prompt-switches-sources ()
  (gitexplorer-test-with-sources nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET son"
     (should (string-prefix-p "GitHub: " (gitexplorer-test-prompt)))
     "C-c C-s"
     (gitexplorer-test-until (member "Bram Sonderholt" (gitexplorer-test-labels)))
     (progn
       (should (string-prefix-p "Fighters: " (gitexplorer-test-prompt)))
       (should (equal (minibuffer-contents) "son")))
     "C-a C-k" (gitexplorer-test-until (string-match-p "Fighters  [0-9]+ of"
                                                       (gitexplorer-test-header)))
     "qqqqqq" (gitexplorer-test-until (string-search "Nothing matches" (gitexplorer-test-list)))
     (should (equal (gitexplorer-test-header) "qqqqqq  nothing"))
     (should-not (string-match-p "GitHub\\|letters of a login" (gitexplorer-test-list)))
     "C-g")))

(defun gitexplorer-test-prompt ()
  "Return the prompt of the minibuffer as it is shown."
  (with-selected-window (active-minibuffer-window)
    (concat (or (overlay-get gitexplorer-search--name 'display) (minibuffer-prompt)))))

(ert-deftest gitexplorer-test-a-search-begins-with-the-login-at-point ()
  (gitexplorer-test-with-server nil
    (dolist (text '("thanks to @octokit." "see https://github.com/octokit/rest" "(@octokit)"
                    "Co-authored-by: x <583301+octokit@users.noreply.github.com>"))
      (with-temp-buffer
        (switch-to-buffer (current-buffer))
        (insert text)
        (search-backward "octokit")
        (gitexplorer-test-keys "M-x gitexplorer-search RET"
                               (should (equal (minibuffer-contents) "octokit")) "C-g")
        (gitexplorer-test-keys "M-x gitexplorer-user RET"
                               (should (equal (minibuffer-contents) "octokit")) "C-g")))
    (with-temp-buffer
      (switch-to-buffer (current-buffer))
      (insert "octopine")
      (gitexplorer-test-keys "M-x gitexplorer-search RET"
                             (should (equal (minibuffer-contents) ""))
                             "M-n" (should (equal (minibuffer-contents) "octopine"))
                             "C-g"))))

(ert-deftest gitexplorer-test-a-look-at-a-profile-from-the-prompt ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octok" (gitexplorer-test-until (gitexplorer-test-labels))
     "C-c C-v"
     (gitexplorer-test-until (with-current-buffer "*gitexplorer: octokit*"
                               (string-prefix-p "Octokit of the Sandbox" (buffer-string))))
     (progn (should (get-buffer-window "*gitexplorer: octokit*"))
            (should (get-buffer-window "*gitexplorer search*"))
            (should (equal (minibuffer-contents) "octok")))
     "C-g")
    (should-not (get-buffer "*gitexplorer: octokit*"))))

;;; Rows and words

(ert-deftest gitexplorer-test-return-anywhere-on-the-line-of-more-loads-more ()
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:debounceMilliseconds 100 :perPage 4)))
      (gitexplorer-test-keys
       "M-x gitexplorer-search RET octo" (gitexplorer-test-until (gitexplorer-test-labels)) "TAB")
      (goto-char (point-max))
      (forward-line -1)
      (should (looking-at "  \\[More]"))
      (gitexplorer-test-keys "RET")
      (gitexplorer-test-until (= 8 (length (gitexplorer-test-labels)))))))

(ert-deftest gitexplorer-test-advice-is-wrapped-in-a-narrow-window ()
  (gitexplorer-test-with-server "search:error=500"
    (gitexplorer-test-keys
     "M-x gitexplorer-search RET octo"
     (gitexplorer-test-until (string-search "failed" (gitexplorer-test-header))) "TAB")
    (split-window-right 30)
    (gitexplorer--fit-window (selected-window))
    (dolist (line (split-string (gitexplorer-test-list) "\n"))
      (should (<= (string-width line) 30)))
    (should (string-search "  GitHub has a problem of" (gitexplorer-test-list)))))

(provide 'list-tests)
;;; list-tests.el ends here
