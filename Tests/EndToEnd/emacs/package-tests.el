;;; package-tests.el --- With Consult and Embark  -*- lexical-binding: t; -*-

;;; Code:

(require 'packages)

(ert-deftest gitexplorer-test-consult-searches-live ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "consult")
                    (gitexplorer-test-package "vertico") '("-l" "vertico" "-f" "vertico-mode"))
    (gitexplorer-terminal-type screen "\exgitexplorer-consult-search\r")
    (gitexplorer-terminal-until screen "^[^\n]*GitHub:")
    (gitexplorer-terminal-type screen "octo")
    (gitexplorer-terminal-until
     screen "octocat\\(.\\|\n\\)*octokit\\(.\\|\n\\)*octo-labs\\(.\\|\n\\)*octo-foundry")
    (gitexplorer-terminal-type screen "k")
    (gitexplorer-terminal-until screen "octokit +organization\n*\\'")
    (gitexplorer-terminal-type screen "\r")
    (gitexplorer-terminal-until screen "gitexplorer: octokit\\*")))

(ert-deftest gitexplorer-test-consult-tells-of-a-failure ()
  (gitexplorer-test-with-terminal
      screen (append '("search:error=500") (gitexplorer-test-package "consult")
                    (gitexplorer-test-package "vertico") '("-l" "vertico" "-f" "vertico-mode"))
    (gitexplorer-terminal-type screen "\exgitexplorer-consult-search\r")
    (gitexplorer-terminal-until screen "^[^\n]*GitHub:")
    (gitexplorer-terminal-type screen "octo")
    (gitexplorer-terminal-until screen "GitHub has a problem of its own")))

(ert-deftest gitexplorer-test-embark-acts-on-the-row-at-point ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "embark")
                      '("--eval" "(autoload 'embark-act \"embark\" nil t)"
                        "--eval" "(global-set-key (kbd \"C-c a\") #'embark-act)"))
    (gitexplorer-terminal-type screen "\exgitexplorer-search\rocto")
    (gitexplorer-terminal-until screen "tentacle-octo")
    (gitexplorer-terminal-type screen "\C-n\t")
    (gitexplorer-terminal-type screen "\C-ca")
    (gitexplorer-terminal-until screen "Act on gitexplorer-user 'octokit'")
    (gitexplorer-terminal-type screen "w")
    (gitexplorer-terminal-until screen "Copied @octokit")))

(ert-deftest gitexplorer-test-embark-acts-on-a-candidate ()
  (gitexplorer-test-with-terminal
      screen (append '(nil) (gitexplorer-test-package "embark")
                      '("--eval" "(autoload 'embark-act \"embark\" nil t)"
                        "--eval" "(global-set-key (kbd \"C-c a\") #'embark-act)"))
    (gitexplorer-terminal-type screen "\exgitexplorer-insert-mention\roctok\t")
    (gitexplorer-terminal-until screen "Mention: octokit")
    (gitexplorer-terminal-type screen "\C-cao")
    (gitexplorer-terminal-until screen "gitexplorer: octokit\\*")))

(provide 'package-tests)
;;; package-tests.el ends here
