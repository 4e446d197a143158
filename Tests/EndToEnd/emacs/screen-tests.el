;;; screen-tests.el --- What a person sees, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'terminal)

(defconst gitexplorer-test-quit-seconds 0.25
  "How long it may take at most to leave Emacs while a request hangs.")

;; How the default faces look in eight colors: numbers as in the sequence that selects them.
(defconst gitexplorer-test-current '(42 30) "The row that a key would act on: black on green.")
(defconst gitexplorer-test-match '(44 37) "What the query matched: white on blue.")

(ert-deftest gitexplorer-test-screen-of-a-search ()
  (gitexplorer-test-with-terminal screen '(nil)
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "tentacle-octo")
    (gitexplorer-terminal-type screen "\C-n\C-n")
    ;; A screen is whole when the cursor is back in the prompt, where it stays.
    (gitexplorer-test-wait
     (lambda () (and (equal (gitexplorer-terminal-attributes-of screen "octo-labs")
                            gitexplorer-test-current)
                     (equal (list (gitexplorer-terminal-row screen)
                                  (gitexplorer-terminal-column screen))
                            (list 23 (length "GitHub: octo")))))
     "the third row to be the current one, and the cursor to be in the prompt")
    (should (equal (gitexplorer-terminal-attributes-of screen "octo-foundry")
                   gitexplorer-test-match))
    (should-not (equal (gitexplorer-terminal-attributes-of screen "foundry")
                       gitexplorer-test-match))
    (should (string-search
             (string-join '(" octo  9 of 9"
                            "  octocat"
                            "  octokit                 organization"
                            "  octo-labs               organization"
                            "  octo-foundry            organization"
                            "  octopine"
                            "  Octorok42"
                            "  octo_nimbus"
                            "  octo-lantern[bot]       bot"
                            "  tentacle-octo")
                          "\n")
             (gitexplorer-terminal-screen screen)))
    (should (string-suffix-p "\nGitHub: octo" (gitexplorer-terminal-screen screen)))
    (gitexplorer-terminal-type screen "\r")
    (gitexplorer-terminal-until screen "Octo Labs  @octo-labs\n  Eight arms")
    (gitexplorer-terminal-until screen "gitexplorer: octo-labs\\*")))

(ert-deftest gitexplorer-test-screen-of-fifty-keys-against-a-server-that-takes-five-seconds ()
  (gitexplorer-test-with-terminal screen '("latency=5s")
    (gitexplorer-terminal-type screen "\exgitexplorer-search\r")
    (gitexplorer-terminal-until screen "^GitHub:")
    (let ((keys (substring (apply #'concat (make-list 8 "octocat")) 0 50)))
      (dotimes (index (length keys))
        (gitexplorer-terminal-type screen (substring keys index (1+ index))))
      (gitexplorer-terminal-until screen (concat "^GitHub: " keys "$"))
      ;; Nothing was answered yet.
      (should-not (string-match-p " of [0-9]\\|nobody\\|failed"
                                  (gitexplorer-terminal-screen screen)))
      (gitexplorer-terminal-until screen "loading")
      (gitexplorer-terminal-type screen "\C-a\C-kx")
      (gitexplorer-terminal-until screen "^GitHub: x$"))))

(defun gitexplorer-test-seconds-to-leave (screen)
  "Leave the Emacs of SCREEN and return how many seconds that took."
  (let ((process (gitexplorer-terminal-process screen))
        (servers (gitexplorer-terminal-servers screen))
        (start (float-time)))
    (should servers)
    (gitexplorer-terminal-type screen "\C-x\C-c")
    (gitexplorer-test-wait (lambda () (not (process-live-p process))) "Emacs to end")
    (prog1 (- (float-time) start)
      (gitexplorer-test-wait
       (lambda () (cl-notany (lambda (pid) (memq pid (list-system-processes))) servers))
       "the server to end"))))

(ert-deftest gitexplorer-test-leaving-while-a-profile-hangs-is-quick ()
  (gitexplorer-test-with-terminal screen '("hang")
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "loading")
    (gitexplorer-terminal-type screen "\t")
    (gitexplorer-terminal-type screen "\exgitexplorer-user\roctocat\r")
    (gitexplorer-terminal-until screen "gitexplorer: octocat")
    (gitexplorer-terminal-until screen "loading")
    (should (< (gitexplorer-test-seconds-to-leave screen) gitexplorer-test-quit-seconds))))

(ert-deftest gitexplorer-test-quitting-what-waits-is-quick-and-cancels ()
  (gitexplorer-test-with-terminal screen '("hang")
    ;; Completion waits for the server; a quit ends that at once, long before any answer.
    (gitexplorer-terminal-type screen "\exgitexplorer-user\rocto")
    (gitexplorer-terminal-until screen "User: octo")
    (gitexplorer-terminal-type screen "\t")
    (gitexplorer-test-wait (lambda () (gitexplorer-terminal-servers screen)) "the server")
    ;; One key at a time: C-g twice at once is Emacs's emergency escape.
    (gitexplorer-terminal-type screen "\C-g")
    (gitexplorer-terminal-until screen "Quit\\|No match")
    (gitexplorer-terminal-type screen "\C-g")
    (gitexplorer-terminal-until screen "Quit")
    (should (< (gitexplorer-test-seconds-to-leave screen) gitexplorer-test-quit-seconds))))

(ert-deftest gitexplorer-test-input-ends-the-wait-for-completions ()
  (gitexplorer-test-with-terminal
      screen '("latency=5s")
    (gitexplorer-terminal-type screen "\exgitexplorer-user\rocto")
    (gitexplorer-terminal-until screen "User: octo")
    (gitexplorer-terminal-type screen "\tkit")
    (gitexplorer-terminal-until screen "User: octokit")
    ;; It came before the candidates did.
    (should-not (string-match-p "Completions" (gitexplorer-terminal-screen screen)))
    ;; The server has the whole text and was asked for nothing but that.
    (gitexplorer-terminal-type screen "\t")
    (gitexplorer-terminal-until screen "User: octokit")
    (gitexplorer-terminal-type screen "\C-g")
    (gitexplorer-terminal-until screen "Quit")))

(ert-deftest gitexplorer-test-rows-are-cut-by-what-they-take-on-screen ()
  (gitexplorer-test-with-terminal screen '(nil)
    (gitexplorer-terminal-type screen "\exgitexplorer-user\roctocat\r")
    (gitexplorer-terminal-until screen "Followers")
    (dotimes (row 24)
      (should (<= (string-width (gitexplorer-terminal-line screen row)) 80))
      (should-not (string-suffix-p "$" (gitexplorer-terminal-line screen row))))))

(provide 'screen-tests)
;;; screen-tests.el ends here
