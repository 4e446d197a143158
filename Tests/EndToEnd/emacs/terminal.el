;;; terminal.el --- An Emacs in a terminal, typed into and looked at  -*- lexical-binding: t; -*-

;;; Commentary:

;; A second Emacs runs in a pseudo-terminal of 24 rows and 80 columns, with the package's generated
;; autoloads as a package manager would have it.  The terminal is a simple
;; one that this file describes to it, so that a screen can be kept from a handful of sequences.

;;; Code:

(require 'support)

(defconst gitexplorer-terminal-rows 24)
(defconst gitexplorer-terminal-columns 80)

(defconst gitexplorer-terminal-description
  "gitexplorer-test|a terminal that is easy to emulate,
	am, cols#80, lines#24, colors#8, pairs#64,
	clear=\\E[H\\E[2J, cup=\\E[%i%p1%d;%p2%dH, el=\\E[K, ed=\\E[J, home=\\E[H,
	cr=\\r, cub1=\\b, bel=^G,
	bold=\\E[1m, rev=\\E[7m, smul=\\E[4m, rmul=\\E[24m, sgr0=\\E[m, op=\\E[39;49m,
	setaf=\\E[3%p1%dm, setab=\\E[4%p1%dm,
"
  "The terminal as tic reads it.")

;;; The screen

(cl-defstruct (gitexplorer-terminal (:copier nil))
  "An Emacs in a terminal: its PROCESS, what is on its CELLS, and where the cursor is.
A cell is a string with the list of its attributes, numbers, as a property."
  process directory cells (row 0) (column 0) attributes (rest ""))

(defun gitexplorer-terminal--erase (terminal from to)
  "Blank the cells of TERMINAL between the indices FROM and TO."
  (cl-loop for index from from below to
           do (aset (gitexplorer-terminal-cells terminal) index " ")))

(defun gitexplorer-terminal--index (terminal)
  "Return the index of the cell of TERMINAL that the cursor is on."
  (+ (* gitexplorer-terminal-columns (gitexplorer-terminal-row terminal))
     (min (1- gitexplorer-terminal-columns) (gitexplorer-terminal-column terminal))))

(defun gitexplorer-terminal--put (terminal char)
  "Put CHAR where the cursor of TERMINAL is."
  (let ((index (gitexplorer-terminal--index terminal))
        (cells (gitexplorer-terminal-cells terminal))
        (width (char-width char)))
    (if (and (zerop width) (> index 0))
        (aset cells (1- index) (concat (aref cells (1- index)) (string char)))
      (aset cells index (propertize (string char) 'attributes
                                    (gitexplorer-terminal-attributes terminal)))
      (when (= width 2) (aset cells (1+ index) "")))
    (cl-incf (gitexplorer-terminal-column terminal) width)
    (when (>= (gitexplorer-terminal-column terminal) gitexplorer-terminal-columns)
      (setf (gitexplorer-terminal-row terminal)
            (min (1- gitexplorer-terminal-rows) (1+ (gitexplorer-terminal-row terminal)))
            (gitexplorer-terminal-column terminal) 0))))

(defun gitexplorer-terminal--sequence (terminal letter numbers)
  "Obey the control sequence of TERMINAL that ends with LETTER after NUMBERS."
  (let ((size (* gitexplorer-terminal-rows gitexplorer-terminal-columns))
        (index (gitexplorer-terminal--index terminal)))
    (pcase letter
      (?H (setf (gitexplorer-terminal-row terminal) (1- (or (nth 0 numbers) 1))
                (gitexplorer-terminal-column terminal) (1- (or (nth 1 numbers) 1))))
      (?J (gitexplorer-terminal--erase terminal (if (equal numbers '(2)) 0 index) size))
      (?K (gitexplorer-terminal--erase
           terminal index (* gitexplorer-terminal-columns
                             (1+ (gitexplorer-terminal-row terminal)))))
      (?m (dolist (number (or numbers '(0)))
            (let ((kept (gitexplorer-terminal-attributes terminal)))
              (setf (gitexplorer-terminal-attributes terminal)
                    (pcase number
                      (0 nil)
                      (24 (remq 4 kept))
                      ((or 39 49) (cl-remove-if (lambda (n) (= (/ n 10) (/ number 10))) kept))
                      (_ (cons number (cl-remove-if
                                       (lambda (n) (and (> n 9) (= (/ n 10) (/ number 10))))
                                       kept)))))))))))

(defun gitexplorer-terminal--feed (terminal bytes)
  "Take in BYTES, which the Emacs of TERMINAL has written."
  (let ((text (concat (gitexplorer-terminal-rest terminal) bytes)) (at 0))
    (while (< at (length text))
      (cond
       ((eq (string-match "\e\\[\\([0-9;]*\\)\\([A-Za-z]\\)" text at) at)
        (setq at (match-end 0))
        (gitexplorer-terminal--sequence
         terminal (aref (match-string 2 text) 0)
         (mapcar #'string-to-number (split-string (match-string 1 text) ";" t))))
       ((eq (string-match "\e\\(?:\\[[0-9;?>]*\\)?\\'" text at) at)
        (setf (gitexplorer-terminal-rest terminal) (substring text at))
        (setq at (1+ (length text))))
       ((eq (string-match "\e\\[?[?>]?[0-9;]*." text at) at) (setq at (match-end 0)))
       (t
        (pcase (aref text at)
          (?\r (setf (gitexplorer-terminal-column terminal) 0))
          (?\b (cl-decf (gitexplorer-terminal-column terminal)))
          (?\n (setf (gitexplorer-terminal-row terminal)
                     (min (1- gitexplorer-terminal-rows)
                          (1+ (gitexplorer-terminal-row terminal)))))
          ((pred (> 32)))
          (char (gitexplorer-terminal--put terminal char)))
        (cl-incf at))))
    (when (= at (length text)) (setf (gitexplorer-terminal-rest terminal) ""))))

;;; Starting and ending

(defun gitexplorer-terminal-start (faults &rest arguments)
  "Start an Emacs in a terminal; its server has FAULTS, a string or nil.
FAULTS may also be (URL), the address of a sandbox that runs already.
ARGUMENTS are more of them for Emacs."
  (let* ((directory (make-temp-file "terminal" t))
         (terminal (make-gitexplorer-terminal
                    :directory directory
                    :cells (make-vector (* gitexplorer-terminal-rows gitexplorer-terminal-columns)
                                        " ")))
         (source (expand-file-name "source" directory)))
    (write-region gitexplorer-terminal-description nil source nil 'quiet)
    (should (zerop (call-process "tic" nil nil nil "-x" "-o" directory source)))
    (setf (gitexplorer-terminal-process terminal)
          (gitexplorer-terminal--make-process terminal faults arguments))
    (gitexplorer-terminal-until terminal "\\*scratch\\*")
    terminal))

(defun gitexplorer-terminal--make-process (terminal faults arguments)
  "Start the Emacs of TERMINAL with ARGUMENTS and a server that has FAULTS."
  (let ((process-environment
         (append (list "TERM=gitexplorer-test" "LC_ALL=C.UTF-8" "COLORTERM="
                       (concat "TERMINFO=" (gitexplorer-terminal-directory terminal)))
                 process-environment)))
    (make-process
     :name "emacs in a terminal" :connection-type 'pty :noquery t :coding 'utf-8-unix
     :filter (lambda (_process bytes) (gitexplorer-terminal--feed terminal bytes))
     :command
     (append
      (list "sh" "-c" "stty rows 24 cols 80 && exec \"$@\"" "sh"
            (expand-file-name invocation-name invocation-directory)
            "-nw" "-Q" "-L" gitexplorer-test-package
            "-l" "gitexplorer-autoloads"
            "--eval" (prin1-to-string
                      `(setq gitexplorer-program ,gitexplorer-test-program
                             gitexplorer-arguments
                             ',(unless (consp faults)
                                 (list "--sandbox" "--faults" (or faults "latency=0ms")))
                             gitexplorer-settings
                             '(:debounceMilliseconds
                               100 ,@(when (consp faults)
                                       `(:github (:baseUrl ,(car faults) :token "made-up"))))
                             inhibit-startup-echo-area-message ,(user-login-name)))
            "--eval" "(menu-bar-mode -1)")
      arguments))))

(defun gitexplorer-terminal-end (terminal)
  "End the Emacs of TERMINAL, if it still runs."
  (delete-process (gitexplorer-terminal-process terminal))
  (delete-directory (gitexplorer-terminal-directory terminal) t))

(defmacro gitexplorer-test-with-terminal (terminal arguments &rest body)
  "Evaluate BODY with TERMINAL bound to an Emacs started with ARGUMENTS.
ARGUMENTS is a form; its value is a list for `gitexplorer-terminal-start'."
  (declare (indent 2) (debug t))
  `(let ((,terminal (apply #'gitexplorer-terminal-start ,arguments)))
     (unwind-protect (progn ,@body)
       (gitexplorer-terminal-end ,terminal))))

;;; Typing and looking

(defun gitexplorer-terminal-type (terminal keys)
  "Type KEYS, as the bytes that a keyboard sends, into TERMINAL."
  (process-send-string (gitexplorer-terminal-process terminal) keys))

(defun gitexplorer-terminal-line (terminal row)
  "Return row ROW of the screen of TERMINAL, without blanks at its end."
  (string-trim-right
   (mapconcat #'identity
              (seq-subseq (gitexplorer-terminal-cells terminal)
                          (* row gitexplorer-terminal-columns)
                          (* (1+ row) gitexplorer-terminal-columns))
              "")))

(defun gitexplorer-terminal-screen (terminal)
  "Return the screen of TERMINAL as text."
  (mapconcat (lambda (row) (substring-no-properties (gitexplorer-terminal-line terminal row)))
             (number-sequence 0 (1- gitexplorer-terminal-rows)) "\n"))

(defun gitexplorer-terminal-attributes-of (terminal regexp)
  "Return the attributes of where REGEXP first matches on the screen of TERMINAL."
  (cl-loop for row from 0 below gitexplorer-terminal-rows
           for line = (gitexplorer-terminal-line terminal row)
           when (string-match regexp line)
           return (get-text-property (match-beginning 0) 'attributes line)))

(defun gitexplorer-terminal-until (terminal regexp)
  "Wait until the screen of TERMINAL matches REGEXP."
  (let ((end (+ (float-time) gitexplorer-test-seconds)))
    (while (not (string-match-p regexp (gitexplorer-terminal-screen terminal)))
      (when (> (float-time) end)
        (error "Waited in vain for %s; the screen shows:\n%s" regexp
               (gitexplorer-terminal-screen terminal)))
      (accept-process-output nil 0.02))))

(defun gitexplorer-terminal-servers (terminal)
  "Return the process ids of the servers that the Emacs of TERMINAL has started."
  (let ((emacs (process-id (gitexplorer-terminal-process terminal))))
    (cl-remove-if-not (lambda (pid)
                        (let ((attributes (process-attributes pid)))
                          (and (eql emacs (alist-get 'ppid attributes))
                               (equal "gitexplorer" (alist-get 'comm attributes)))))
                      (list-system-processes))))

(provide 'terminal)
;;; terminal.el ends here
