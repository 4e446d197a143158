;;; gitexplorer-options.el --- What can be set  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The options of the connection, and how the settings of the server are written for it.

;;; Code:

(require 'cl-lib)
(require 'seq)

(defgroup gitexplorer nil
  "Live search for people on GitHub."
  :group 'tools
  :prefix "gitexplorer-")

(defcustom gitexplorer-program "gitexplorer"
  "The server: a name found on variable `exec-path', or an absolute file name."
  :type 'string)

(defcustom gitexplorer-arguments nil
  "Arguments for the server.
\(\"--sandbox\") asks a made-up GitHub inside the server: no network, no token."
  :type '(repeat string))

(defconst gitexplorer--known-settings
  '((:debounceMilliseconds natnum)
    (:maximumWaitMilliseconds natnum)
    (:minimumQueryLength natnum)
    (:maximumRetries natnum)
    (:deadlineMilliseconds natnum)
    (:requestTimeoutMilliseconds natnum)
    (:perPage natnum)
    (:cacheSeconds natnum)
    (:provisionalResults boolean)
    (:github (plist :options ((:baseUrl string)
                              (:token string)
                              (:tokenCommand (repeat string))
                              (:apiVersion string)
                              (:graphql string))))
    (:people (plist :options ((:remember boolean)
                              (:maximumCommits natnum))))
    (:sources (repeat (plist :key-type symbol))))
  "The settings that the server knows, with their customization types.")

(defcustom gitexplorer-settings nil
  "Settings for the server, a plist; what is not named keeps the server's default.
Times are in milliseconds unless their name says seconds.  The nested
`:github' takes `:baseUrl', `:tokenCommand' (a list of strings, run to print
the token) and `:apiVersion'.  Prefer `:tokenCommand' to `:token'.  Read when
the server starts; \\[gitexplorer-restart] applies a change."
  :type `(plist :options ,gitexplorer--known-settings))

(defcustom gitexplorer-source nil
  "The id of the source to search, or nil for the server's first one."
  :type '(choice (const :tag "The first one" nil) string))

(defcustom gitexplorer-avatar-size 96
  "How wide and high the picture above a profile is at most, in pixels.
It is shown in graphical frames alone; nil asks for none."
  :type '(choice (const :tag "None" nil) natnum))

(defcustom gitexplorer-events-buffer-size 0
  "How many characters of the messages exchanged to keep for debugging.
They are in the buffer *gitexplorer events*.  0 keeps none, nil keeps all."
  :type '(choice natnum (const :tag "All" nil)))

(defcustom gitexplorer-copy-format 'mention
  "What `gitexplorer-copy' copies when no form is asked for."
  :type '(choice (const :tag "@login" mention)
                 (const :tag "login" login)
                 (const :tag "Co-authored-by line" co-author)
                 (const :tag "Address" url)
                 (const :tag "Markdown link" markdown)))

;;; The settings on the wire

(defun gitexplorer--json (value)
  "Return VALUE, part of the settings, as jsonrpc wants it.
Lists of strings become arrays and nil becomes false."
  (cond ((null value) :json-false)
        ((and (consp value) (keywordp (car value)))
         (cl-loop for (key member) on value by #'cddr
                  append (list key (gitexplorer--json member))))
        ((consp value) (vconcat (mapcar #'gitexplorer--json value)))
        (t value)))

(defun gitexplorer--unknown-settings (settings &optional known)
  "Return a sentence for each key of SETTINGS that is not among KNOWN."
  (let ((known (or known gitexplorer--known-settings)))
    (cl-loop for (key value) on settings by #'cddr
             for nested = (plist-get (cdr (ensure-list (cadr (assq key known)))) :options)
             unless (assq key known)
             collect (format "There is no setting %s; did you mean %s?" key
                             (gitexplorer--nearest key (mapcar #'car known)))
             when (and nested (listp value))
             append (gitexplorer--unknown-settings value nested))))

(defun gitexplorer--nearest (key candidates)
  "Return the one of CANDIDATES that is spelt most like KEY."
  (car (seq-sort-by (lambda (candidate)
                      (string-distance (downcase (symbol-name key))
                                       (downcase (symbol-name candidate))))
                    #'< candidates)))

(provide 'gitexplorer-options)
;;; gitexplorer-options.el ends here
