;;; gitexplorer-server.el --- The server's process and its handshake  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; One server process for the whole session, started at first use.  A program that is no server,
;; or another version of one, is found out within seconds: what it prints has to look like the
;; protocol, and `initialize' has to be answered in time.

;;; Code:

(require 'jsonrpc)
(require 'gitexplorer-options)
(require 'gitexplorer-log)

(declare-function gitexplorer--notified "gitexplorer-client" (connection method params))
(declare-function gitexplorer--ended "gitexplorer-client" (connection))

(defclass gitexplorer--connection (jsonrpc-process-connection)
  ((deliberate :initform nil :accessor gitexplorer--deliberate
               :documentation "Whether this end of the connection was asked for.")
   (fault :initform nil :accessor gitexplorer--fault
          :documentation "A sentence that says why this end gave up, or nil.")
   (sources :initform nil :accessor gitexplorer--connection-sources
            :documentation "The sources that the server has, once it has said so."))
  :documentation "A connection to GitExplorer's server.")

(defvar gitexplorer--server nil
  "The connection in use, or nil before the first use.")

(defvar gitexplorer--handshake-seconds 5
  "For how many seconds an answer to `initialize' is waited for.")

(defconst gitexplorer--protocol "1."
  "What the version of the protocol begins with that is spoken here.")

;;; Starting and stopping

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
      (dolist (sentence (gitexplorer--unknown-settings gitexplorer-settings))
        (gitexplorer--log "%s" sentence)
        (display-warning 'gitexplorer sentence))
      (setq gitexplorer--server (gitexplorer--start program))
      (gitexplorer--initialize gitexplorer--server)))
  gitexplorer--server)

(defun gitexplorer--start (program)
  "Start PROGRAM and return the connection to it."
  (let* ((connection
          (apply #'make-instance 'gitexplorer--connection
                 :name "gitexplorer"
                 :process (lambda () (gitexplorer--make-process program))
                 :notification-dispatcher (lambda (&rest message)
                                            (apply #'gitexplorer--notified message))
                 :request-dispatcher #'gitexplorer--requested
                 :on-shutdown (lambda (connection) (gitexplorer--ended connection))
                 (gitexplorer--events-arguments)))
         (process (jsonrpc--process connection)))
    (add-function :around (process-sentinel process) #'gitexplorer--quietly)
    (add-function :around (process-filter process)
                  (lambda (filter process text)
                    (gitexplorer--screen connection filter process text)))
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
  (let ((default-directory (expand-file-name "~/"))
        ;; Else Emacs leaves short messages unread for up to 50 ms.
        (process-adaptive-read-buffering nil))
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

(defun gitexplorer--requested (_connection method _params)
  "Refuse the request METHOD: the server asks the client for nothing."
  (jsonrpc-error :code -32601 :message (format "no method %s here" method)))

(defun gitexplorer--stop ()
  "End the server, if there is one, without a farewell: its input just ends."
  (when (gitexplorer--running-p)
    (setf (gitexplorer--deliberate gitexplorer--server) t)
    (delete-process (jsonrpc--process gitexplorer--server))))

(defun gitexplorer--give-up (connection sentence)
  "End CONNECTION for the reason that SENTENCE gives."
  (when (jsonrpc-running-p connection)
    (setf (gitexplorer--fault connection) sentence)
    (delete-process (jsonrpc--process connection))))

(defun gitexplorer--forget (connection)
  "Remove the buffers that belonged to CONNECTION."
  (let ((process (jsonrpc--process connection)))
    (dolist (buffer (list (process-buffer process)
                          (process-get process 'jsonrpc-stderr)
                          (and (eql 0 gitexplorer-events-buffer-size)
                               (get-buffer "*gitexplorer events*"))))
      (when (buffer-live-p buffer) (kill-buffer buffer)))))

;;; The handshake

(defun gitexplorer--initialize (connection)
  "Greet the server at the end of CONNECTION.
Positions are asked for in utf-32, which counts as Emacs does."
  (condition-case err
      (progn
        (gitexplorer--ask-who connection)
        (gitexplorer--hide-token connection)
        (jsonrpc-notify connection 'initialized nil))
    ;; It has ended already, which `gitexplorer--ended' is about to hear.
    (error (gitexplorer--log "initialize: %s" (error-message-string err)))))

(defun gitexplorer--ask-who (connection)
  "Send `initialize' by CONNECTION."
  (jsonrpc-async-request
   connection 'initialize
   `( :processId ,(emacs-pid)
      :clientInfo (:name "emacs" :version ,emacs-version)
      :capabilities (:general (:positionEncodings ["utf-32"]))
      :initializationOptions ,(and gitexplorer-settings
                                   (gitexplorer--json gitexplorer-settings)))
   :success-fn (lambda (result) (gitexplorer--greeted connection result))
   :error-fn (lambda (error)
               (gitexplorer--give-up
                connection (format "%s does not take part in the handshake: %s."
                                   (gitexplorer--program connection)
                                   (string-remove-suffix "." (plist-get error :message)))))
   :timeout-fn (lambda ()
                 (gitexplorer--give-up
                  connection (format "%s did not answer for %s s; it is not GitExplorer's server."
                                     (gitexplorer--program connection)
                                     gitexplorer--handshake-seconds)))
   :timeout gitexplorer--handshake-seconds))

(defun gitexplorer--greeted (connection result)
  "Take in RESULT, what the server of CONNECTION has said of itself."
  (let* ((capabilities (plist-get result :capabilities))
         (version (plist-get capabilities :protocolVersion)))
    (if (and (stringp version) (string-prefix-p gitexplorer--protocol version))
        (progn
          (setf (gitexplorer--connection-sources connection)
                (append (plist-get capabilities :sources) nil))
          (run-hooks 'gitexplorer--greeted-hook))
      (gitexplorer--give-up
       connection (format "%s speaks version %s of the protocol, and this package version %sx."
                          (gitexplorer--program connection) (or version "0")
                          gitexplorer--protocol)))))

(defvar gitexplorer--greeted-hook nil
  "What is run when the server has said who it is.")

(defun gitexplorer--program (connection)
  "Return the name of the program at the end of CONNECTION."
  (abbreviate-file-name (car (process-command (jsonrpc--process connection)))))

(defun gitexplorer--screen (connection filter process text)
  "Hand TEXT of PROCESS to FILTER unless it cannot be the protocol.
The first bytes tell: a message begins with the name of a header.  What is
wrong with them is the fault of CONNECTION."
  (let* ((start (concat (process-get process 'gitexplorer-start) text))
         (header "content-length:")
         (length (min (length header) (length start))))
    (cond ((process-get process 'gitexplorer-speaks))
          ((string= (downcase (substring start 0 length)) (substring header 0 length))
           (process-put process 'gitexplorer-start start)
           (process-put process 'gitexplorer-speaks (= length (length header))))
          (t (gitexplorer--give-up
              connection (format "%s is not GitExplorer's server; it prints “%s”."
                                 (gitexplorer--program connection)
                                 (truncate-string-to-width
                                  (car (split-string start "[[:cntrl:]]+" t)) 60 nil nil "…")))))
    (when (process-live-p process) (funcall filter process text))))

(defun gitexplorer--hide-token (connection)
  "Blot the token of the settings out of the events kept of CONNECTION."
  (when-let ((token (plist-get (plist-get gitexplorer-settings :github) :token))
             ((not (eql 0 gitexplorer-events-buffer-size))))
    (with-current-buffer (jsonrpc-events-buffer connection)
      (let ((inhibit-read-only t))
        (save-excursion
          (dolist (form (list (prin1-to-string token) (json-serialize token)))
            (goto-char (point-min))
            (while (search-forward form nil t)
              (replace-match "\"…\"" t t))))))))

;;; The sources

(defun gitexplorer--sources ()
  "Return the sources of the server, waiting for the handshake if need be."
  (let ((connection (gitexplorer--connect)))
    (while (and (jsonrpc-running-p connection)
                (null (gitexplorer--connection-sources connection)))
      (accept-process-output nil 0.05))
    (gitexplorer--connection-sources connection)))

(defun gitexplorer--known-source (id)
  "Return the source with ID, or the first one for nil, if it is known by now."
  (when gitexplorer--server
    (let ((sources (gitexplorer--connection-sources gitexplorer--server)))
      (if id (seq-find (lambda (source) (equal id (plist-get source :id))) sources)
        (car sources)))))

(defun gitexplorer--source-name (id)
  "Return what the source with ID is called; nil stands for the first one."
  (or (plist-get (gitexplorer--known-source id) :name) id "GitHub"))

(defun gitexplorer--feature-p (id feature)
  "Return non-nil unless the source with ID is known to lack FEATURE."
  (let ((source (gitexplorer--known-source id)))
    (or (null source)
        (seq-contains-p (plist-get source :features) feature #'equal))))

(provide 'gitexplorer-server)
;;; gitexplorer-server.el ends here
