;;; profile-tests.el --- The profile buffer  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'bookmark)

(defmacro gitexplorer-test-profile (login &rest body)
  "Open the profile of LOGIN by its command and evaluate BODY there."
  (declare (indent 1))
  `(progn
     (gitexplorer-test-keys "M-x gitexplorer-user RET" ,login "RET")
     (should (equal (buffer-name) ,(format "*gitexplorer: %s*" login)))
     ,@body))

(defun gitexplorer-test-text ()
  "Return the text of the current buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun gitexplorer-test-whole ()
  "Wait until the profile in the current buffer is whole."
  (gitexplorer-test-wait (lambda () (not gitexplorer-profile--loading)) "the profile"))

(defun gitexplorer-test-section (title)
  "Return the labels of the rows under TITLE."
  (cdr (assoc title (mapcar (lambda (section) (cons (car section) (mapcar #'car (cdr section))))
                            (funcall imenu-create-index-function)))))

(ert-deftest gitexplorer-test-profile-is-a-card-and-three-sections ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-whole)
      (gitexplorer-test-until (string-search "follow them" (gitexplorer-test-text)))
      (should (string-prefix-p "The Octocat  @octocat
  The mascot of this made-up world.
  Company   @github
  Location  San Francisco
  Website   https://github.blog
  Joined    2011-01-25
  Page      https://github.com/octocat
  You       do not follow them

Repositories  8
  octocat/second-kettle   Swift ★39 archived  A spare garden for static sites
  octocat/brave-loom      Swift ★10  A salty loom for bicycle routers
  octocat/spare-compiler  Swift ★571 archived
" (gitexplorer-test-text)))
      (should (string-search "\n  [More]\n\nFollowing  8\n" (gitexplorer-test-text)))
      (should-not (string-match-p "null\\|\\_<nil\\_>" (gitexplorer-test-text)))
      (should (equal (gitexplorer-test-header (current-buffer)) "octocat"))
      (should (equal (gitexplorer-test-faces "The Octocat" (current-buffer))
                     '(gitexplorer-heading)))
      (should (equal (gitexplorer-test-faces "octocat/second" (current-buffer))
                     '(gitexplorer-label))))))

(ert-deftest gitexplorer-test-profile-parts-are-drawn-as-they-arrive ()
  (gitexplorer-test-with-server "followers:hang"
    (let ((gitexplorer-settings '(:requestTimeoutMilliseconds 60000 :deadlineMilliseconds 60000)))
      (gitexplorer-test-profile "octocat"
        (gitexplorer-test-until (gitexplorer-test-section "Repositories"))
        (gitexplorer-test-until (string-search "Following  8\n  dxanell46" (gitexplorer-test-text)))
        (should (string-search "Followers  1430\n  loading…\n" (gitexplorer-test-text)))
        (should (equal (gitexplorer-test-header (current-buffer)) "octocat  loading…"))))))

(ert-deftest gitexplorer-test-profile-in-part-says-what-failed-where ()
  (gitexplorer-test-with-server "repos:error=500"
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-whole)
      ;; The header line says it wherever the window is.
      (should (equal (gitexplorer-test-header (current-buffer))
                     (concat "octocat  in part: The repositories of octocat are missing: "
                             "GitHub has a problem of its own (HTTP 500).")))
      (should (string-search "Repositories  8\n  GitHub has a problem of its own (HTTP 500).\n"
                             (gitexplorer-test-text)))
      (should (= 8 (length (gitexplorer-test-section "Following"))))
      (gitexplorer-test-until (gitexplorer-test-said "GitHub has a problem"))
      (should (= 1 (cl-count-if (lambda (text) (string-match-p "GitHub has a problem" text))
                                gitexplorer-test-messages))))))

(ert-deftest gitexplorer-test-profile-of-nobody ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "nobodyhere"
      (gitexplorer-test-whole)
      (should (string-prefix-p "  GitHub has no user nobodyhere.\n" (gitexplorer-test-text)))
      (should-not (string-search "Repositories" (gitexplorer-test-text)))
      (should (equal (gitexplorer-test-header (current-buffer)) "nobodyhere  failed")))))

(ert-deftest gitexplorer-test-profile-refresh-keeps-rows-and-point ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-profile "octocat"
        (gitexplorer-test-whole)
        (gitexplorer-test-keys "] ] n n")
        (should (looking-at "  octo_nimbus"))
        (gitexplorer-test-set-faults url "latency=400ms")
        (gitexplorer-test-keys "g")
        (gitexplorer-test-until
         (string-search "loading" (gitexplorer-test-header (current-buffer))))
        (should (memq 'gitexplorer-stale (gitexplorer-test-faces "octo_nimbus" (current-buffer))))
        (gitexplorer-test-whole)
        (should-not (memq 'gitexplorer-stale
                          (gitexplorer-test-faces "octo_nimbus" (current-buffer))))
        (should (looking-at "  octo_nimbus"))))))

(ert-deftest gitexplorer-test-profile-more-of-the-section-at-point ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-whole)
      (should (= 30 (length (gitexplorer-test-section "Followers"))))
      (search-forward "[More]")
      (gitexplorer-test-keys "C-b RET")
      (gitexplorer-test-until (= 60 (length (gitexplorer-test-section "Followers"))))
      (should (equal (plist-get (gitexplorer--item-at-point) :label)
                     (nth 29 (gitexplorer-test-section "Followers"))))
      (gitexplorer-test-keys "L")
      (gitexplorer-test-until (= 90 (length (gitexplorer-test-section "Followers"))))
      (should (= 8 (length (gitexplorer-test-section "Following")))))))

(ert-deftest gitexplorer-test-profile-keys ()
  (gitexplorer-test-with-server nil
    (let* (browsed kill-ring (interprogram-cut-function nil)
           (browse-url-browser-function (lambda (url &rest _) (push url browsed))))
      (gitexplorer-test-profile "octocat"
        (gitexplorer-test-whole)
        (gitexplorer-test-keys "w b ]")
        (should (equal kill-ring '("@octocat")))
        (should (looking-at "Repositories"))
        (gitexplorer-test-keys "n RET")
        (should (equal browsed '("https://github.com/octocat/second-kettle"
                                 "https://github.com/octocat")))
        ;; On a repository, following is about the owner.
        (gitexplorer-test-keys "f")
        (gitexplorer-test-until (gitexplorer-test-said "You follow octocat"))
        (gitexplorer-test-keys "] ] [ n RET")
        (should (equal (buffer-name) "*gitexplorer: octopine*"))
        (gitexplorer-test-keys "q")
        (should-not (equal (buffer-name (window-buffer)) "*gitexplorer: octopine*"))))))

(ert-deftest gitexplorer-test-profile-shows-a-follow-and-its-end ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-whole)
      (goto-char (point-min))
      (gitexplorer-test-keys "f")
      (gitexplorer-test-until (gitexplorer-test-said "You follow octocat"))
      (should (string-search "\n  You       follow them\n" (gitexplorer-test-text)))
      (gitexplorer-test-keys "F")
      (gitexplorer-test-until (gitexplorer-test-said "You do not follow octocat"))
      (should (string-search "\n  You       do not follow them\n" (gitexplorer-test-text))))))

(ert-deftest gitexplorer-test-profile-follow-that-fails-is-taken-back ()
  (gitexplorer-test-with-server "follow:error=404"
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-whole)
      (goto-char (point-min))
      (gitexplorer-test-keys "f")
      (gitexplorer-test-until (gitexplorer-test-said "user:follow"))
      (gitexplorer-test-until (string-search "do not follow them\n" (gitexplorer-test-text))))))

(ert-deftest gitexplorer-test-profile-bookmark ()
  (let (bookmark-alist (bookmark-save-flag nil))
    (cl-letf (((symbol-function 'bookmark-maybe-load-default-file) #'ignore))
      (gitexplorer-test-with-server nil
        (gitexplorer-test-profile "octocat"
          (gitexplorer-test-keys "C-x r m someone RET")
          (kill-buffer)
          (gitexplorer-test-keys "C-x r b someone RET")
          (should (equal (buffer-name) "*gitexplorer: octocat*"))
          (gitexplorer-test-whole)
          (should (string-prefix-p "The Octocat" (gitexplorer-test-text))))))))

(ert-deftest gitexplorer-test-profile-closes-with-its-buffer ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (let ((before (length gitexplorer-follow-functions)))
        (should (= 1 (hash-table-count gitexplorer--views)))
        (kill-buffer)
        (should (hash-table-empty-p gitexplorer--views))
        (should (= (1- before) (length gitexplorer-follow-functions)))))))

(ert-deftest gitexplorer-test-a-profile-says-whether-you-follow-its-owner ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octokit"
      (gitexplorer-test-whole)
      (gitexplorer-test-keys "f")
      (gitexplorer-test-until (gitexplorer-test-said "You follow octokit"))
      (kill-buffer))
    (gitexplorer-test-profile "octokit"
      (gitexplorer-test-until (string-search "  You       follow them\n" (gitexplorer-test-text))))))

(ert-deftest gitexplorer-test-without-a-token-nothing-is-said-of-following ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (let ((gitexplorer-settings `(:github (:baseUrl ,url)))
            (process-environment (append '("GH_ENTERPRISE_TOKEN" "GITHUB_ENTERPRISE_TOKEN")
                                         process-environment)))
        (gitexplorer-test-profile "octokit"
          (gitexplorer-test-whole)
          (should-not (string-search "follow them" (gitexplorer-test-text)))
          (should-not (gitexplorer-test-said "token")))))))

(ert-deftest gitexplorer-test-a-login-is-one-whatever-its-case ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-keys "M-x gitexplorer-user RET @OctoCat RET")
      (should (equal (buffer-name) "*gitexplorer: octocat*"))
      (gitexplorer-test-keys "M-x gitexplorer-user RET https://github.com/OCTOCAT/x RET")
      (should (equal (buffer-name) "*gitexplorer: octocat*"))
      (should (= 1 (hash-table-count gitexplorer--views))))))

(ert-deftest gitexplorer-test-back-and-forward-between-profiles ()
  (gitexplorer-test-with-server nil
    (gitexplorer-test-profile "octocat"
      (gitexplorer-test-profile "octokit"
        (gitexplorer-test-profile "octopine"
          (gitexplorer-test-keys "l")
          (should (equal (buffer-name) "*gitexplorer: octokit*"))
          (kill-buffer "*gitexplorer: octocat*")
          (gitexplorer-test-keys "l")
          (should (equal (buffer-name) "*gitexplorer: octocat*"))
          (should-error (gitexplorer-profile-back) :type 'user-error)
          (gitexplorer-test-keys "r r")
          (should (equal (buffer-name) "*gitexplorer: octopine*"))
          (should-error (gitexplorer-profile-forward) :type 'user-error))))))

(ert-deftest gitexplorer-test-a-bookmark-keeps-source-and-host ()
  (let (bookmark-alist (bookmark-save-flag nil))
    (cl-letf (((symbol-function 'bookmark-maybe-load-default-file) #'ignore))
      (gitexplorer-test-with-server nil
        (gitexplorer-test-profile "octocat"
          (gitexplorer-test-whole)
          (gitexplorer-test-keys "C-x r m someone RET")
          (should (equal (bookmark-prop-get "someone" 'source) "github"))
          (should (equal (bookmark-prop-get "someone" 'host) "sandbox"))
          (bookmark-prop-set "someone" 'host "github.example.com")
          (should (string-search "is of github.example.com, and now sandbox is asked"
                                 (error-message-string
                                  (should-error (bookmark-jump "someone") :type 'user-error)))))))))

;;; The picture

(defmacro gitexplorer-test-graphically (types &rest body)
  "Evaluate BODY as in a graphical frame that can show pictures of TYPES."
  (declare (indent 1))
  `(cl-letf (((symbol-function 'display-graphic-p) (lambda (&rest _) t))
             ((symbol-function 'init-image-library) (lambda (type) (memq type ,types))))
     (cl-progv '(image-types) (list ,types) ,@body)))

(defun gitexplorer-test-pictures ()
  "Return the files of the pictures in the current buffer."
  (cl-loop for at from (point-min) below (point-max)
           for display = (get-text-property at 'display)
           when (eq (car-safe display) 'image) collect (plist-get (cdr display) :file)))

(defun gitexplorer-test-avatar-requests (url)
  "Return how many pictures the sandbox at URL was asked for."
  (cl-count-if (lambda (request) (string-prefix-p "/avatars/" (plist-get request :target)))
               (json-parse-string (gitexplorer-test-ask-sandbox url "GET" "/_sandbox/requests" "")
                                  :object-type 'plist)))

(ert-deftest gitexplorer-test-profile-has-a-picture-in-graphical-frames ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-graphically '(png jpeg gif webp)
        (gitexplorer-test-profile "octocat"
          (gitexplorer-test-until (gitexplorer-test-pictures))
          (gitexplorer-test-whole)
          (let ((pictures (gitexplorer-test-pictures)))
            (should (= 1 (length pictures)))
            (should (file-readable-p (car pictures)))
            (should (equal (get-text-property (point-min) 'gitexplorer-key) "avatar")))
          (goto-char (point-min))
          (forward-line)
          (should (looking-at "The Octocat  @octocat"))
          (let ((loads (gitexplorer-test-avatar-requests url)))
            (gitexplorer-test-keys "g")
            (gitexplorer-test-whole)
            (should (= 1 (length (gitexplorer-test-pictures))))
            (should (= 1 loads (gitexplorer-test-avatar-requests url)))))))))

(ert-deftest gitexplorer-test-profile-asks-for-no-picture-that-it-cannot-show ()
  (gitexplorer-test-with-sandbox url nil
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-profile "octocat"
        (gitexplorer-test-whole)
        (should-not (gitexplorer-test-pictures)))
      (gitexplorer-test-graphically '(png jpeg gif webp)
        (let ((gitexplorer-avatar-size nil))
          (gitexplorer-test-profile "octopine"
            (gitexplorer-test-whole)
            (should-not (gitexplorer-test-pictures)))))
      (should (= 0 (gitexplorer-test-avatar-requests url))))))

(ert-deftest gitexplorer-test-profile-without-its-picture-is-whole ()
  (gitexplorer-test-with-sandbox url "avatar:error=500"
    (gitexplorer-test-with-server (list url)
      (gitexplorer-test-graphically '(png jpeg gif webp)
        (gitexplorer-test-profile "octocat"
          (gitexplorer-test-whole)
          (gitexplorer-test-until (< 0 (gitexplorer-test-avatar-requests url)))
          (should (string-prefix-p "The Octocat  @octocat\n" (gitexplorer-test-text)))
          (should-not gitexplorer-test-messages))))))

(provide 'profile-tests)
;;; profile-tests.el ends here
