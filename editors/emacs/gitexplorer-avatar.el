;;; gitexplorer-avatar.el --- Pictures of people  -*- lexical-binding: t; -*-

;; Author: The GitExplorer authors

;;; Commentary:

;; The picture above a profile, in graphical frames alone.  The server fetches it; the text never
;; waits for it, and without it nothing is missing.

;;; Code:

(require 'gitexplorer-client)

(defconst gitexplorer-avatar--types
  '(("png" . png) ("jpg" . jpeg) ("gif" . gif) ("webp" . webp))
  "The types of pictures by how the server ends their files.")

(defvar-local gitexplorer-avatar--url nil "Where the picture is that was asked for.")
(defvar-local gitexplorer-avatar--image nil "The picture, once it is here.")

(defun gitexplorer-avatar--ask (user then)
  "Ask for the picture of USER, an item, and call THEN here once there is one.
Nothing is asked where it could not be shown, or what was asked before."
  (let ((url (plist-get user :imageUrl)))
    (when (and url gitexplorer-avatar-size (display-graphic-p)
               (not (equal url gitexplorer-avatar--url)))
      (setq gitexplorer-avatar--url url)
      (gitexplorer--request
       "user/avatar" (list :url url :size (max 1 (min 1024 gitexplorer-avatar-size)))
       (gitexplorer--in
        (current-buffer)
        (lambda (result _error)
          (let ((image (gitexplorer-avatar--read (plist-get result :path))))
            (cond (image (setq gitexplorer-avatar--image image)
                         (funcall then))
                  ;; The next time that the profile comes it is asked for again.
                  (t (setq gitexplorer-avatar--url nil))))))))))

(defun gitexplorer-avatar--read (path)
  "Return the picture in the file PATH, or nil where Emacs cannot show it."
  (let ((type (and path (cdr (assoc (file-name-extension path) gitexplorer-avatar--types)))))
    (when (and type (image-type-available-p type))
      (ignore-errors
        (create-image path type nil
                      :max-width gitexplorer-avatar-size :max-height gitexplorer-avatar-size)))))

(defun gitexplorer-avatar--insert ()
  "Insert the picture on a line of its own, if it is here."
  (when gitexplorer-avatar--image
    (let ((start (point)))
      (insert-image gitexplorer-avatar--image)
      (insert "\n")
      (put-text-property start (point) 'gitexplorer-key "avatar"))))

(provide 'gitexplorer-avatar)
;;; gitexplorer-avatar.el ends here
