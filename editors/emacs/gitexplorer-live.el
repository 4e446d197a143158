;;; gitexplorer-live.el --- A live search  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; A text that changes, and what the server has found for it so far.  Every prompt, completion at
;; point, Consult and Company search through one of these: the server waits until the text is
;; still, refuses what is too short, cancels what is no longer wanted and remembers what it knows.
;;
;; Each text has a version, and what the server pushes says which one it is about.  So it is known
;; here whether a list still answers an older text.

;;; Code:

(require 'gitexplorer-client)

(cl-defstruct (gitexplorer-live (:constructor gitexplorer-live--make) (:copier nil))
  "A live search.
VIEW is its view and nil while it is closed.  SOURCE is a source's id or nil,
WORKSPACE the directory of a repository or nil.  VERSION is that of TEXT, and
HEARD the newest one that the server has said something of.  STATE is what it
said last, see `gitexplorer-live-phase'.  SHOWN are the params of the last
`search/results' that replaced the list, ITEMS the list.  ERROR belongs to the
list or to its last page.  STATUS are the params of the last `search/status',
UNTIL is when a wait for the next attempt ends, in seconds.  MORE is non-nil
while a page is on its way, LOST once the server is gone for good.  TOLD is the
error that was told last, by those who tell.  CHANGED is called without
arguments whenever any of it has changed."
  view source workspace (text "") (version 0) (heard 0) (state 'idle) shown items error
  status until more lost told changed)

;;; Opening and closing

(defun gitexplorer-live-open (live prefix)
  "Open LIVE at the server with the text it has; its id begins with PREFIX.
It gets a new id, so that nothing that was pushed before can appear in it."
  (gitexplorer-live-close live)
  (setf (gitexplorer-live-shown live) nil
        (gitexplorer-live-items live) nil
        (gitexplorer-live-state live) 'idle
        (gitexplorer-live-view live)
        (gitexplorer--make-view
         :id (gitexplorer--fresh-id prefix)
         :open (lambda () (gitexplorer-live--greet live))
         :receive (lambda (method params) (gitexplorer-live--receive live method params))))
  (condition-case err
      (gitexplorer--show-view (gitexplorer-live-view live))
    (error (setf (gitexplorer-live-view live) nil)
           (signal (car err) (cdr err)))))

(defun gitexplorer-live-close (live)
  "Close LIVE; nothing is pushed for it from now on."
  (when-let ((view (gitexplorer-live-view live)))
    (gitexplorer--close-view view "search/didClose" (list :searchId (gitexplorer--view-id view)))
    (setf (gitexplorer-live-view live) nil)))

(defun gitexplorer-live-id (live)
  "Return the id of LIVE, which is open."
  (gitexplorer--view-id (gitexplorer-live-view live)))

(defun gitexplorer-live-serving-p (live)
  "Return non-nil if the server can be told of LIVE."
  (and (gitexplorer-live-view live) (not (gitexplorer-live-lost live))
       (gitexplorer--running-p)))

(defun gitexplorer-live--greet (live)
  "Tell a server that does not know LIVE of it.
The text goes along, also an empty one: some sources list all they have."
  (setf (gitexplorer-live-heard live) (1- (gitexplorer-live-version live))
        (gitexplorer-live-lost live) nil
        (gitexplorer-live-error live) nil
        (gitexplorer-live-more live) nil
        (gitexplorer-live-until live) nil)
  (gitexplorer--tell
   "search/didOpen"
   `( :searchId ,(gitexplorer-live-id live)
      :version ,(gitexplorer-live-version live)
      :text ,(gitexplorer-live-text live)
      ,@(when-let ((source (gitexplorer-live-source live))) (list :source source))
      ,@(when-let ((workspace (gitexplorer-live-workspace live)))
          `(:options (:workspace ,workspace))))))

(defun gitexplorer-live-workspace-here ()
  "Return the root of the repository that the current buffer is in, or nil."
  (unless (file-remote-p default-directory)
    (when-let ((root (locate-dominating-file default-directory ".git")))
      (directory-file-name (expand-file-name root)))))

;;; What the user does goes to the server

(defun gitexplorer-live-change (live start end text)
  "Put TEXT in the place of START to END in LIVE.
START and END are offsets from the start of the old text, in characters."
  (let ((text (gitexplorer--wire-text text)) (old (gitexplorer-live-text live)))
    (setf (gitexplorer-live-text live) (concat (substring old 0 start) text (substring old end)))
    (gitexplorer-live--send
     live :contentChanges (vector (list :range (list :start start :end end) :text text)))))

(defun gitexplorer-live-replace (live text)
  "Let TEXT be all of the text of LIVE."
  (setf (gitexplorer-live-text live) (gitexplorer--wire-text text))
  (gitexplorer-live--send live :text (gitexplorer-live-text live)))

(defun gitexplorer-live--send (live &rest change)
  "Give LIVE its next version and tell the server of it.
CHANGE are the members of `search/didChange' that say what is new."
  (cl-incf (gitexplorer-live-version live))
  (when (gitexplorer-live-serving-p live)
    (gitexplorer--tell "search/didChange" `( :searchId ,(gitexplorer-live-id live)
                                             :version ,(gitexplorer-live-version live)
                                             ,@change))))

(defun gitexplorer-live-submit (live)
  "Ask for the text of LIVE at once, also if it was asked for already."
  (if (gitexplorer-live-serving-p live)
      (gitexplorer--tell "search/didSubmit" (list :searchId (gitexplorer-live-id live)))
    (gitexplorer-live-open live "search")))

(defun gitexplorer-live-load-more (live)
  "Ask for the next page of LIVE unless one is on its way.
Return nil if there is none."
  (when (gitexplorer-live-more-p live)
    (unless (gitexplorer-live-more live)
      (setf (gitexplorer-live-more live) t
            (gitexplorer-live-error live) nil)
      (gitexplorer--tell "search/loadMore" (list :searchId (gitexplorer-live-id live)))
      (gitexplorer-live--changed live))
    t))

;;; What is known

(defun gitexplorer-live-phase (live)
  "Return where LIVE stands.
That is `pending' while the server has said nothing of the newest text yet,
`idle' for one that is too short, `loading' or `retrying' while it is asked
for, and `success', `empty' or `failure' when there is an answer."
  (cond ((gitexplorer-live-lost live) 'failure)
        ((< (gitexplorer-live-heard live) (gitexplorer-live-version live)) 'pending)
        (t (gitexplorer-live-state live))))

(defun gitexplorer-live-answered-p (live)
  "Return non-nil if there is nothing to wait for in LIVE."
  (and (memq (gitexplorer-live-phase live) '(idle success empty failure))
       (not (equal "provisional" (gitexplorer-live-origin live)))))

(defun gitexplorer-live-answers-p (live text)
  "Return non-nil if LIVE has an answer to TEXT."
  (and (gitexplorer-live-answered-p live)
       (string= (string-trim text) (gitexplorer-live-text live))))

(defun gitexplorer-live-origin (live)
  "Return where the list of LIVE comes from, as the server has it."
  (plist-get (gitexplorer-live-shown live) :origin))

(defun gitexplorer-live-more-p (live)
  "Return non-nil if the list of LIVE has a further page."
  (gitexplorer--true (plist-get (gitexplorer-live-shown live) :hasMore)))

;;; What the server pushes

(defun gitexplorer-live--receive (live method params)
  "Take PARAMS of METHOD into LIVE."
  (when-let ((version (plist-get params :version)))
    (setf (gitexplorer-live-heard live) (max version (gitexplorer-live-heard live))))
  (pcase method
    ('search/status (gitexplorer-live--take-status live params))
    ('search/results (gitexplorer-live--take-results live params))
    ('gitexplorer/lost (setf (gitexplorer-live-lost live) t
                             (gitexplorer-live-until live) nil
                             (gitexplorer-live-more live) nil
                             (gitexplorer-live-error live) params)))
  (gitexplorer-live--changed live))

(defun gitexplorer-live--changed (live)
  "Tell the owner of LIVE that it has changed."
  (when (gitexplorer-live-changed live)
    (funcall (gitexplorer-live-changed live))))

(defun gitexplorer-live--take-status (live params)
  "Take PARAMS of a `search/status' into LIVE."
  (setf (gitexplorer-live-status live) params
        (gitexplorer-live-until live) nil)
  (pcase (plist-get params :status)
    ("idle" (setf (gitexplorer-live-state live) 'idle
                  (gitexplorer-live-shown live) nil
                  (gitexplorer-live-error live) nil
                  (gitexplorer-live-items live) nil))
    ("loading" (setf (gitexplorer-live-state live) 'loading))
    ("retrying" (setf (gitexplorer-live-state live) 'retrying
                      (gitexplorer-live-until live)
                      (+ (float-time)
                         (/ (or (plist-get params :retryInMilliseconds) 0) 1000.0))))
    ("unchanged" (when (gitexplorer-live-shown live) (gitexplorer-live--settle live)))))

(defun gitexplorer-live--settle (live)
  "Let the state of LIVE be what its list came with."
  (setf (gitexplorer-live-until live) nil
        (gitexplorer-live-state live)
        (intern (plist-get (gitexplorer-live-shown live) :status))))

(defun gitexplorer-live--take-results (live params)
  "Take PARAMS of a `search/results' into LIVE."
  (let ((error (plist-get params :error)) (items (append (plist-get params :items) nil)))
    (cond
     ((equal (plist-get (plist-get error :data) :kind) "invalidParams")
      (gitexplorer--log "%s" (plist-get error :message))
      (when (eql (plist-get params :version) (gitexplorer-live-version live))
        (gitexplorer-live-replace live (gitexplorer-live-text live))))
     (t
      (setf (gitexplorer-live-more live) nil
            (gitexplorer-live-error live) error)
      (cond ((not (gitexplorer--true (plist-get params :append)))
             (setf (gitexplorer-live-items live) items
                   (gitexplorer-live-shown live) params))
            ((null error)
             (setf (gitexplorer-live-items live) (append (gitexplorer-live-items live) items)
                   (gitexplorer-live-shown live)
                   (plist-put (gitexplorer-live-shown live) :hasMore
                              (plist-get params :hasMore)))))
      (gitexplorer-live--settle live)))))

;;; Waiting for an answer

(defun gitexplorer-live-await (live enough)
  "Wait until ENOUGH, a function called with LIVE, is satisfied, or for input."
  (unless (funcall enough live) (redisplay))
  (gitexplorer--await (lambda () (funcall enough live))))

(provide 'gitexplorer-live)
;;; gitexplorer-live.el ends here
