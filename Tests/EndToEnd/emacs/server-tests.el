;;; server-tests.el --- Programs that are no server, and settings that are none  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'gitexplorer-read)

(defmacro gitexplorer-test-with-program (script &rest body)
  "Evaluate BODY with SCRIPT, a shell script, in the place of the server."
  (declare (indent 1))
  `(gitexplorer-test-with-server nil
     (let ((gitexplorer-program (executable-find "sh"))
           (gitexplorer-arguments (list "-c" ,script))
           (gitexplorer--handshake-seconds 1))
       ,@body)))

(defun gitexplorer-test-search-fails (regexp)
  "Search with the program at hand and wait until the list says REGEXP."
  (gitexplorer-test-keys
   "M-x gitexplorer-search RET octo"
   (gitexplorer-test-until (string-match-p regexp (gitexplorer-test-list)))
   (should (gitexplorer-test-said regexp))
   "C-g"))

(ert-deftest gitexplorer-test-a-program-that-prints-something-else-is-told ()
  (gitexplorer-test-with-program "echo Welcome to the wrong program; sleep 60"
    (gitexplorer-test-search-fails "is not GitExplorer’s server\\|is not GitExplorer's server")
    (should (gitexplorer-test-said "it prints “Welcome to the wrong program”"))))

(ert-deftest gitexplorer-test-a-program-that-does-not-answer-is-told ()
  (gitexplorer-test-with-program "sleep 60"
    (gitexplorer-test-search-fails "did not answer for 1 s")))

(ert-deftest gitexplorer-test-another-version-of-the-protocol-is-told ()
  (gitexplorer-test-with-program "
answer='{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"capabilities\":{\"protocolVersion\":\"2.3\"}}}'
printf 'Content-Length: %d\\r\\n\\r\\n%s' ${#answer} \"$answer\"; sleep 60"
    (gitexplorer-test-search-fails "speaks version 2.3 of the protocol")))

(ert-deftest gitexplorer-test-a-program-that-sends-back-what-it-gets-is-told ()
  (gitexplorer-test-with-program "exec cat"
    (gitexplorer-test-search-fails "does not take part in the handshake")))

(ert-deftest gitexplorer-test-what-waits-for-no-server-ends-with-the-reason ()
  (gitexplorer-test-with-program "sleep 60"
    (let ((message (condition-case err (gitexplorer--user "octocat")
                     (user-error (error-message-string err)))))
      (should (string-match-p "\\`GitExplorer: .*sh did not answer for 1 s; .* server\\.\\'"
                              message)))))

(ert-deftest gitexplorer-test-an-error-of-the-server-is-a-user-error-without-quotes ()
  (gitexplorer-test-with-server nil
    (let ((err (should-error (gitexplorer--user "nobodyhere") :type 'gitexplorer-error)))
      (should (memq 'user-error (get (car err) 'error-conditions)))
      (should (equal (error-message-string err) "GitExplorer: GitHub has no user nobodyhere.")))))

(ert-deftest gitexplorer-test-stop ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET")
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (gitexplorer-test-keys "M-x gitexplorer-stop RET")
    (should-not (gitexplorer--running-p))
    (should (gitexplorer-test-said "the server was stopped"))
    (should (string-search "The server was stopped." (buffer-string)))
    ;; Another command has started a new one; this profile is asked for there.
    (gitexplorer--connect)
    (gitexplorer-test-keys "g")
    (gitexplorer-test-until (not gitexplorer-profile--loading))
    (should-not gitexplorer-profile--error)))

(ert-deftest gitexplorer-test-misspelt-settings-are-told ()
  (should (equal (gitexplorer--unknown-settings '(:debounceMiliseconds 5 :perPage 3
                                                  :github (:tokencommand ("x"))))
                 '("There is no setting :debounceMiliseconds; did you mean :debounceMilliseconds?"
                   "There is no setting :tokencommand; did you mean :tokenCommand?")))
  (gitexplorer-test-with-server nil
    (let ((gitexplorer-settings '(:perpage 4)))
      (gitexplorer--connect)
      (should (string-search "did you mean :perPage?"
                             (with-current-buffer "*Warnings*" (buffer-string))))
      (kill-buffer "*Warnings*"))))

(ert-deftest gitexplorer-test-no-token-is-in-the-events ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (let ((gitexplorer-events-buffer-size nil)
            (gitexplorer-settings `(:github (:baseUrl ,url :token "gho_hidden\"one"))))
        (gitexplorer-test-keys "M-x gitexplorer-user RET octocat RET")
        (gitexplorer-test-until (not gitexplorer-profile--loading))
        (with-current-buffer (jsonrpc-events-buffer gitexplorer--server)
          (should (string-search url (buffer-string)))
          (should-not (string-search "hidden" (buffer-string))))))))

(provide 'server-tests)
;;; server-tests.el ends here
