;;; gitexplorer.el --- Live search for people on GitHub  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, vc, convenience
;; URL: https://example.org/gitexplorer

;;; Commentary:

;; A thin client of GitExplorer's server.  M-x gitexplorer-search shows people while you type,
;; M-x gitexplorer-user shows a profile; others insert @mentions and Co-authored-by lines.
;;
;; This file is the entry: it loads nothing but what a command needs when it is called.
;;
;;   gitexplorer-options      the options
;;   gitexplorer-log          what the server had to say
;;   gitexplorer-server       its process and the handshake
;;   gitexplorer-client       views, requests, notifications
;;   gitexplorer-live         a live search, behind all that follows
;;   gitexplorer-row          faces, rows
;;   gitexplorer-view         what the buffers have in common, and what acts on a row
;;   gitexplorer-results      the list of a search
;;   gitexplorer-search       the prompt that drives it
;;   gitexplorer-list         a list as a table
;;   gitexplorer-profile, gitexplorer-profile-text   profiles
;;   gitexplorer-completion   people as candidates
;;   gitexplorer-read         reading a person, inserting one
;;   gitexplorer-capf         completion at point
;;   gitexplorer-menu         the keys at a glance
;;   gitexplorer-doctor       what works and what does not
;;   gitexplorer-consult, gitexplorer-embark   where those packages are

;;; Code:

;; With the package's generated autoloads these are there already; by hand this file makes them.

(autoload 'gitexplorer--connect "gitexplorer-server")
(autoload 'gitexplorer-restart "gitexplorer-client" nil t)
(autoload 'gitexplorer-stop "gitexplorer-client" nil t)
(autoload 'gitexplorer-log "gitexplorer-log" nil t)
(autoload 'gitexplorer-doctor "gitexplorer-doctor" nil t)
(autoload 'gitexplorer-limits "gitexplorer-doctor" nil t)
(autoload 'gitexplorer-search "gitexplorer-search" nil t)
(autoload 'gitexplorer-search-bookmark-jump "gitexplorer-results")
(autoload 'gitexplorer-list-export "gitexplorer-list" nil t)
(autoload 'gitexplorer-user "gitexplorer-profile" nil t)
(autoload 'gitexplorer-profile-bookmark-jump "gitexplorer-profile")
(autoload 'gitexplorer-follow "gitexplorer-view" nil t)
(autoload 'gitexplorer-unfollow "gitexplorer-view" nil t)
(autoload 'gitexplorer-insert-mention "gitexplorer-read" nil t)
(autoload 'gitexplorer-insert-co-author "gitexplorer-read" nil t)
(autoload 'gitexplorer-insert-trailer "gitexplorer-read" nil t)
(autoload 'gitexplorer-completion-mode "gitexplorer-capf" nil t)
(autoload 'gitexplorer-completion-at-point "gitexplorer-capf")
(autoload 'gitexplorer-consult-search "gitexplorer-consult" nil t)

;; So that `customize-group' finds the options before anything else is loaded.
;;;###autoload
(put 'gitexplorer 'custom-loads '(gitexplorer-options gitexplorer-row))

(provide 'gitexplorer)
;;; gitexplorer.el ends here
