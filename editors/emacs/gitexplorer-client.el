;;; gitexplorer-client.el --- Talk to GitExplorer's server  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; What is on screen is a *view*: it has an id, a function that opens it at the server, and a
;; function that receives what the server pushes for it.  Views outlive the process: after a crash
;; the server is started once more and every view opens itself again.
;;
;; Nothing here waits, debounces, ranks or words an error; that is the server's work.  Only
;; `gitexplorer--call' waits, and what waits there can be quit.

;;; Code:

(require 'gitexplorer-server)

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

;;; When the server ends

(defvar gitexplorer--restarted-at 0
  "When the server was last started again after a crash, in seconds.")

(defconst gitexplorer--restart-seconds 60
  "A second crash within that many seconds is not answered by a restart.")

(defun gitexplorer--ended (connection)
  "Start another server after CONNECTION has ended, or say why not."
  (let* ((inhibit-message nil)
         (process (jsonrpc--process connection))
         (status (process-exit-status process))
         (fault (gitexplorer--fault connection)))
    (gitexplorer--forget connection)
    (gitexplorer--log "ended, %s %d" (process-status process) status)
    (cond
     ((or (gitexplorer--deliberate connection) (not (eq connection gitexplorer--server))))
     (fault
      (gitexplorer--log "%s" fault)
      (message "GitExplorer: %s" fault)
      (gitexplorer--lose fault))
     ((hash-table-empty-p gitexplorer--views))
     ((> (- (float-time) gitexplorer--restarted-at) gitexplorer--restart-seconds)
      (setq gitexplorer--restarted-at (float-time))
      (message "GitExplorer: the server ended (%s) and was started again" status)
      (gitexplorer--open-again))
     (t (gitexplorer--lose (format "The server ended (%s) and is not started again." status))))))

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

;;;###autoload
(defun gitexplorer-stop ()
  "End the server.
The next command in need of it will start it again."
  (interactive)
  (if (not (gitexplorer--running-p))
      (message "GitExplorer: the server does not run")
    (gitexplorer--stop)
    (gitexplorer--lose "The server was stopped.")
    (message "GitExplorer: the server was stopped")))

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

(define-error 'gitexplorer-error "GitExplorer" 'user-error)

(defun gitexplorer--fail (sentence)
  "Signal `gitexplorer-error' with SENTENCE.
Emacs shows the data of an error in quotes, but not the message of its
condition; so the sentence becomes that."
  (put 'gitexplorer-error 'error-message (concat "GitExplorer: " sentence))
  (signal 'gitexplorer-error nil))

(defun gitexplorer--see-end ()
  "Wait until Emacs has seen that the server ended, two seconds at most.
Until then a request would go to the one that is gone."
  (let ((server gitexplorer--server)
        (deadline (+ (float-time) 2)))
    (while (and server (eq server gitexplorer--server) (gitexplorer--running-p)
                (< (float-time) deadline))
      (accept-process-output nil 0.02))))

(defun gitexplorer--call (method params)
  "Ask the server for METHOD with PARAMS and return the result.
An error of the server signals `gitexplorer-error'.  Quitting cancels the
request.  A request that died with the server is asked once more."
  (pcase (gitexplorer--call-once method params)
    (`(,result nil) result)
    (`(nil (:code -1 . ,_))
     (let ((fault (and gitexplorer--server (gitexplorer--fault gitexplorer--server))))
       (when fault (gitexplorer--fail fault)))
     (gitexplorer--see-end)
     (gitexplorer--settle (gitexplorer--call-once method params)))
    (answer (gitexplorer--settle answer))))

(defun gitexplorer--settle (answer)
  "Return the result of ANSWER, a list (RESULT ERROR), or signal its error."
  (when (cadr answer)
    (gitexplorer--fail (gitexplorer--sentence (cadr answer))))
  (car answer))

(defun gitexplorer--call-once (method params)
  "Ask for METHOD with PARAMS and return (RESULT ERROR)."
  (gitexplorer--connect)
  (let* ((answer nil)
         (id (gitexplorer--request method params
                                   (lambda (result error) (setq answer (list result error))))))
    (unwind-protect
        (while (not answer) (accept-process-output nil 1))
      (unless (or answer (null id))
        (gitexplorer--tell "$/cancelRequest" (list :id id))))
    answer))

(defun gitexplorer--await (enough)
  "Wait until ENOUGH, a function without arguments, is satisfied.
Input ends the wait; where a caller watches for input itself, see
`while-no-input', it is the one to go on.  Input is looked for here because
Emacs loses keys that throw out of `accept-process-output'."
  (let ((outer throw-on-input) (throw-on-input nil))
    (while (not (or (funcall enough) (input-pending-p)))
      (accept-process-output nil 0.02))
    (unless (or (null outer) (funcall enough))
      (throw outer t))))

(defun gitexplorer--sentence (error)
  "Return what ERROR, the server's error object, has to say, with its hint."
  (string-join (delq nil (list (plist-get error :message)
                               (plist-get (plist-get error :data) :hint)))
               " "))

(defun gitexplorer--true (value)
  "Return non-nil if VALUE, decoded from JSON, is true."
  (eq value t))

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
