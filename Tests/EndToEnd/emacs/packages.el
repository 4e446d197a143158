;;; packages.el --- Other people's packages, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'terminal)

(defun gitexplorer-test-package (name)
  "Return the arguments that put the package NAME and what it needs on the load path.
Skip the test if it is not installed."
  (let ((found (cl-loop for library in (list name "compat")
                        for directory = (gitexplorer-test-package-directory library)
                        when directory append (list "-L" directory))))
    (unless (gitexplorer-test-package-directory name)
      (ert-skip (list name "is not installed")))
    found))

(defun gitexplorer-test-package-directory (name)
  "Return the directory of the installed package NAME, or nil."
  (car (last (file-expand-wildcards
              (format "/usr/share/emacs/site-lisp/elpa/%s-[0-9]*" name)))))

(defconst gitexplorer-test-interfaces
  '((basic nil) (flex nil "(setq completion-styles '(flex))")
    (icomplete nil "(icomplete-mode)") (fido nil "(fido-mode)")
    (fido-vertical nil "(progn (fido-vertical-mode) (setq max-mini-window-height 0.6))")
    (vertico ("vertico") "(progn (require 'vertico) (vertico-mode))")
    (orderless ("vertico" "orderless")
               "(progn (require 'vertico) (require 'orderless) (vertico-mode)
                 (setq completion-styles '(orderless basic) completion-category-defaults nil))"))
  "User interfaces of completion: a name, the packages they need, and a form that sets them up.")

(defun gitexplorer-test-interface (name)
  "Return the arguments for an Emacs with the interface NAME."
  (pcase-let ((`(,packages ,form) (alist-get name gitexplorer-test-interfaces)))
    (append (mapcan #'gitexplorer-test-package (copy-sequence packages))
            (when form (list "--eval" form)))))

(provide 'packages)
;;; packages.el ends here
