;;; gitexplorer-client.el --- Talk to GitExplorer's server  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; One server process for the whole session, started at first use.
;;
;; What is on screen is a *view*: it has an id, a function that opens it at the server, and a
;; function that receives what the server pushes for it.  Views outlive the process: after a crash
;; the server is started once more and every view opens itself again.
;;
;; Nothing here waits, debounces, ranks or words an error; that is the server's work.  Only
;; `gitexplorer--call' waits, and what waits there can be quit.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)

;;; Options

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

(defcustom gitexplorer-settings nil
  "Settings for the server, a plist; what is not named keeps the server's default.
Times are in milliseconds unless their name says seconds.  The nested
`:github' takes `:baseUrl', `:tokenCommand' (a list of strings, run to print
the token) and `:apiVersion'.  Prefer `:tokenCommand' to `:token'.  Read when
the server starts; \\[gitexplorer-restart] applies a change."
  :type '(plist :options
                ((:debounceMilliseconds natnum)
                 (:maximumWaitMilliseconds natnum)
                 (:minimumQueryLength natnum)
                 (:maximumRetries natnum)
                 (:deadlineMilliseconds natnum)
                 (:requestTimeoutMilliseconds natnum)
                 (:perPage natnum)
                 (:cacheSeconds natnum)
                 (:provisionalResults boolean)
                 (:github (plist :options
                                 ((:baseUrl string)
                                  (:tokenCommand (repeat string))
                                  (:apiVersion string)))))))

(defcustom gitexplorer-source nil
  "The id of the source to search, or nil for the server's first one."
  :type '(choice (const :tag "The first one" nil) string))

(defcustom gitexplorer-events-buffer-size 0
  "How many characters of the messages exchanged to keep for debugging.
They are in the buffer *gitexplorer events*.  0 keeps none, nil keeps all."
  :type '(choice natnum (const :tag "All" nil)))

;;; The log

(defconst gitexplorer--log-lines 1000
  "How many lines of the log are kept.")

(defun gitexplorer--log-buffer ()
  "Return the buffer with what the server had to say."
  (let ((buffer (get-buffer-create "*gitexplorer log*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'special-mode) (special-mode)))
    buffer))

(defun gitexplorer--log (format &rest args)
  "Add a line made from FORMAT and ARGS to the log."
  (with-current-buffer (gitexplorer--log-buffer)
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (insert (format-time-string "%H:%M:%S ")
                (string-trim-right (apply #'format format args)) "\n")
        (forward-line (- gitexplorer--log-lines))
        (delete-region (point-min) (point))))))

(defun gitexplorer--log-stderr (_process text)
  "Add TEXT, which the server wrote to its standard error, to the log."
  (unless (string-blank-p text)
    (gitexplorer--log "stderr: %s" text)))

;;; Views

(cl-defstruct (gitexplorer--view (:constructor gitexplorer--make-view) (:copier nil))
  "Something on screen that the server feeds.
OPEN is a function without arguments that opens it at the server.  RECEIVE is
called with a method, a symbol, and its params, a plist; the method
`gitexplorer/lost' says that the server is gone for good, its params being
an error object."
  id open receive)

(defvar gitexplorer--views (make-hash-table :test #'equal)
  "The live views by their id.")

(defvar gitexplorer--last-id 0
  "The number in the id given out last.")

(defun gitexplorer--fresh-id (prefix)
  "Return an id that begins with PREFIX and was never given out."
  (format "%s-%d" prefix (cl-incf gitexplorer--last-id)))

(defun gitexplorer--in (buffer function)
  "Return a function to call FUNCTION in BUFFER, and to do nothing in a dead one."
  (lambda (&rest args)
    (when (buffer-live-p buffer)
      (with-current-buffer buffer (apply function args)))))

(defun gitexplorer--show-view (view)
  "Make VIEW live and open it, starting the server if need be."
  (gitexplorer--connect)
  (puthash (gitexplorer--view-id view) view gitexplorer--views)
  (funcall (gitexplorer--view-open view)))

(defun gitexplorer--close-view (view method params)
  "Forget VIEW and tell the server so by METHOD with PARAMS."
  (when (gethash (gitexplorer--view-id view) gitexplorer--views)
    (remhash (gitexplorer--view-id view) gitexplorer--views)
    (gitexplorer--tell method params)))

(defun gitexplorer--feed (view method params)
  "Hand METHOD with PARAMS to VIEW; an error there ends in the log."
  (condition-case err
      (funcall (gitexplorer--view-receive view) method params)
    (error (gitexplorer--log "%s: %s" method (error-message-string err)))))

;;; The connection

(defclass gitexplorer--connection (jsonrpc-process-connection)
  ((deliberate :initform nil :accessor gitexplorer--deliberate
               :documentation "Whether this end of the connection was asked for."))
  :documentation "A connection to GitExplorer's server.")

(defvar gitexplorer--server nil
  "The connection in use, or nil before the first use.")

(defvar gitexplorer--restarted-at 0
  "When the server was last started again after a crash, in seconds.")

(defconst gitexplorer--restart-seconds 60
  "A second crash within that many seconds is not answered by a restart.")

(defun gitexplorer--running-p ()
  "Return non-nil while the server is running."
  (and gitexplorer--server (jsonrpc-running-p gitexplorer--server)))

(defun gitexplorer--connect ()
  "Return the connection, starting the server if it does not run.
Never waits: the server takes messages in the order they come, so that what
follows `initialize' need not wait for its answer."
  (unless (gitexplorer--running-p)
    (let ((program (executable-find gitexplorer-program)))
      (unless program
        (user-error "GitExplorer: no program `%s'; build it with `swift build -c release' \
and put it on PATH or set `gitexplorer-program'" gitexplorer-program))
      (setq gitexplorer--server (gitexplorer--start program))
      (gitexplorer--initialize)))
  gitexplorer--server)

(defun gitexplorer--start (program)
  "Start PROGRAM and return the connection to it."
  (let ((connection
         (apply #'make-instance 'gitexplorer--connection
                :name "gitexplorer"
                :process (lambda () (gitexplorer--make-process program))
                :notification-dispatcher #'gitexplorer--notified
                :request-dispatcher #'gitexplorer--requested
                :on-shutdown #'gitexplorer--ended
                (gitexplorer--events-arguments))))
    (add-function :around (process-sentinel (jsonrpc--process connection))
                  #'gitexplorer--quietly)
    (gitexplorer--log "started %s" program)
    connection))

(defun gitexplorer--events-arguments ()
  "Return `gitexplorer-events-buffer-size' as the jsonrpc at hand wants it."
  (if (memq '-events-buffer-config
            (mapcar #'eieio-slot-descriptor-name (eieio-class-slots 'jsonrpc-connection)))
      `(:events-buffer-config (:size ,gitexplorer-events-buffer-size :format full))
    `(:events-buffer-scrollback-size ,gitexplorer-events-buffer-size)))

(defun gitexplorer--make-process (program)
  "Start PROGRAM as the server and return its process."
  (let ((default-directory (expand-file-name "~/")))
    (make-process :name "gitexplorer"
                  :command (cons program gitexplorer-arguments)
                  :connection-type 'pipe
                  :coding 'utf-8-emacs-unix
                  :noquery t
                  :stderr (make-pipe-process :name "gitexplorer stderr"
                                             :buffer (get-buffer-create
                                                      " *gitexplorer stderr pipe*")
                                             :noquery t
                                             :coding 'utf-8-unix
                                             :filter #'gitexplorer--log-stderr
                                             :sentinel #'ignore))))

(defun gitexplorer--quietly (sentinel process change)
  "Call SENTINEL with PROCESS and CHANGE without its remarks in the echo area."
  (let ((inhibit-message t))
    (funcall sentinel process change)))

(defun gitexplorer--initialize ()
  "Greet the server.
Positions are asked for in utf-32, which counts as Emacs does."
  (gitexplorer--request
   "initialize"
   `( :processId ,(emacs-pid)
      :clientInfo (:name "emacs" :version ,emacs-version)
      :capabilities (:general (:positionEncodings ["utf-32"]))
      :initializationOptions ,(and gitexplorer-settings
                                   (gitexplorer--json gitexplorer-settings)))
   (lambda (_result error)
     (when error (gitexplorer--log "initialize: %s" (plist-get error :message)))))
  (gitexplorer--tell "initialized" nil))

(defun gitexplorer--json (value)
  "Return VALUE, part of the settings, as jsonrpc wants it.
Lists of strings become arrays and nil becomes false."
  (cond ((null value) :json-false)
        ((and (consp value) (keywordp (car value)))
         (cl-loop for (key member) on value by #'cddr
                  append (list key (gitexplorer--json member))))
        ((consp value) (vconcat (mapcar #'gitexplorer--json value)))
        (t value)))

(defun gitexplorer--ended (connection)
  "Start another server after CONNECTION has ended, or say why not."
  (let* ((inhibit-message nil)
         (process (jsonrpc--process connection))
         (status (process-exit-status process)))
    (gitexplorer--forget connection)
    (gitexplorer--log "ended, %s %d" (process-status process) status)
    (unless (or (gitexplorer--deliberate connection)
                (not (eq connection gitexplorer--server))
                (hash-table-empty-p gitexplorer--views))
      (if (> (- (float-time) gitexplorer--restarted-at) gitexplorer--restart-seconds)
          (progn
            (setq gitexplorer--restarted-at (float-time))
            (message "GitExplorer: the server ended (%s) and was started again" status)
            (gitexplorer--open-again))
        (gitexplorer--lose
         (format "The server ended (%s) and is not started again." status))))))

(defun gitexplorer--forget (connection)
  "Remove the buffers that belonged to CONNECTION."
  (let ((process (jsonrpc--process connection)))
    (dolist (buffer (list (process-buffer process)
                          (process-get process 'jsonrpc-stderr)
                          (and (eql 0 gitexplorer-events-buffer-size)
                               (get-buffer "*gitexplorer events*"))))
      (when (buffer-live-p buffer) (kill-buffer buffer)))))

(defun gitexplorer--open-again ()
  "Open every live view at a new server."
  (condition-case err
      (progn
        (gitexplorer--connect)
        (dolist (view (hash-table-values gitexplorer--views))
          (funcall (gitexplorer--view-open view))))
    (error (gitexplorer--lose (error-message-string err)))))

(defun gitexplorer--lose (message)
  "Tell every live view by MESSAGE that the server is gone."
  (let ((error (list :message message
                     :data (list :kind "internal" :retryable t
                                 :hint (substitute-command-keys
                                        "\\[gitexplorer-restart] starts it; \
\\[gitexplorer-log] may tell why.")))))
    (dolist (view (hash-table-values gitexplorer--views))
      (gitexplorer--feed view 'gitexplorer/lost error))))

(defun gitexplorer--stop ()
  "End the server, if there is one, without a farewell: its input just ends."
  (when (gitexplorer--running-p)
    (setf (gitexplorer--deliberate gitexplorer--server) t)
    (delete-process (jsonrpc--process gitexplorer--server))))

;;;###autoload
(defun gitexplorer-restart ()
  "Start the server again, and ask it anew for what is on screen."
  (interactive)
  (gitexplorer--stop)
  (setq gitexplorer--server nil
        gitexplorer--restarted-at 0)
  (gitexplorer--connect)
  (gitexplorer--open-again)
  (message "GitExplorer: the server was started again"))

;;; Messages from the server

(defvar gitexplorer-follow-functions nil
  "Functions called with LOGIN, FOLLOWING and STATE when that has changed.
STATE is a string: pending, confirmed or reverted.")

(defun gitexplorer--notified (_connection method params)
  "Handle the notification METHOD with PARAMS."
  (pcase method
    ('window/showMessage
     (gitexplorer--log "%s" (plist-get params :message))
     (message "GitExplorer: %s" (plist-get params :message)))
    ((or 'window/logMessage '$/logTrace)
     (gitexplorer--log "%s" (plist-get params :message)))
    ('user/followChanged
     (run-hook-with-args 'gitexplorer-follow-functions (plist-get params :login)
                         (eq t (plist-get params :following)) (plist-get params :state)))
    (_
     (when-let ((id (or (plist-get params :searchId) (plist-get params :profileId)))
                (view (gethash id gitexplorer--views)))
       (gitexplorer--feed view method params)))))

(defun gitexplorer--requested (_connection method _params)
  "Refuse the request METHOD: the server asks the client for nothing."
  (jsonrpc-error :code -32601 :message (format "no method %s here" method)))

;;; Messages to the server

(defun gitexplorer--tell (method params)
  "Notify the server, if there is one, of METHOD with PARAMS.
One that ends at this very moment is for `gitexplorer--ended' to deal with."
  (when (gitexplorer--running-p)
    (condition-case err
        (jsonrpc-notify gitexplorer--server (intern method) params)
      (error (gitexplorer--log "%s: %s" method (error-message-string err))))))

(defun gitexplorer--request (method params callback)
  "Ask the server for METHOD with PARAMS; return the id of the request.
CALLBACK is called once, with the result and nil or with nil and the error.
There is no time limit here: the server answers every request within its own."
  (condition-case err
      (car (jsonrpc--async-request-1
            gitexplorer--server (intern method) params
            :success-fn (lambda (result) (funcall callback result nil))
            :error-fn (lambda (error) (funcall callback nil error))
            :timeout nil))
    (error
     ;; As jsonrpc words it when the server ends while a request is under way.
     (funcall callback nil (list :code -1 :message (error-message-string err)))
     nil)))

(defun gitexplorer--cancel (id)
  "Cancel the request ID; the server answers it all the same, with an error."
  (gitexplorer--tell "$/cancelRequest" (list :id id)))

(define-error 'gitexplorer-error "GitExplorer")

(defun gitexplorer--see-end ()
  "Wait until Emacs has seen that the server ended, two seconds at most.
Until then a request would go to the one that is gone."
  (let ((server gitexplorer--server)
        (deadline (+ (float-time) 2)))
    (while (and server (eq server gitexplorer--server) (gitexplorer--running-p)
                (< (float-time) deadline))
      (accept-process-output nil 0.02))))

(defun gitexplorer--call (method params &optional until-input)
  "Ask the server for METHOD with PARAMS and return the result.
An error of the server signals `gitexplorer-error'.  Quitting cancels the
request; so does input if UNTIL-INPUT is non-nil, returning nil.  A request
that died with the server is asked once more."
  (pcase (gitexplorer--call-once method params until-input)
    (`(,result nil) result)
    (`(nil (:code -1 . ,_))
     (gitexplorer--see-end)
     (gitexplorer--settle (gitexplorer--call-once method params until-input)))
    (answer (gitexplorer--settle answer))))

(defun gitexplorer--settle (answer)
  "Return the result of ANSWER, a list (RESULT ERROR), or signal its error."
  (when (cadr answer)
    (signal 'gitexplorer-error (list (gitexplorer--sentence (cadr answer)))))
  (car answer))

(defun gitexplorer--call-once (method params until-input)
  "Ask for METHOD with PARAMS and return (RESULT ERROR).
UNTIL-INPUT is as in `gitexplorer--call'."
  (gitexplorer--connect)
  (let* ((answer nil)
         (id (gitexplorer--request method params
                                   (lambda (result error) (setq answer (list result error)))))
         (wait (lambda () (while (not answer) (accept-process-output nil 1)))))
    (unwind-protect
        (if until-input (while-no-input (funcall wait)) (funcall wait))
      (unless (or answer (null id)) (gitexplorer--cancel id)))
    answer))

(defun gitexplorer--sentence (error)
  "Return what ERROR, the server's error object, has to say, with its hint."
  (string-join (delq nil (list (plist-get error :message)
                               (plist-get (plist-get error :data) :hint)))
               " "))

(defun gitexplorer--wire-text (text)
  "Return TEXT as it can be sent, character for character.
Raw bytes, surrogates and U+0000 have no place in JSON here."
  (if (string-match-p "[^\x1-\xd7ff\xe000-\x10ffff]" text)
      (concat (mapcar (lambda (char)
                        (if (or (<= 1 char #xd7ff) (<= #xe000 char #x10ffff)) char #xfffd))
                      text))
    text))

(provide 'gitexplorer-client)
;;; gitexplorer-client.el ends here
