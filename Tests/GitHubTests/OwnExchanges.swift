/// Exchanges written for this project, in the form of the recorded ones.
let ownExchanges = [
  """
  {"name": "search", "tags": ["search"],
   "request": {"method": "GET", "path": "/search/users", "query": "q=octo", "authenticated": true},
   "response": {"status": 200,
    "headers": {"Link": "<https://api.github.com/search/users?q=octo&page=2>; rel=\\"next\\""},
    "body": {"total_count": 2, "incomplete_results": true,
     "items": [{"login": "octocat", "id": 1, "type": "User", "score": 1.5},
               {"login": "octo-org", "id": 2, "type": "Organization"}]}}}
  """,
  """
  {"name": "search-cut", "tags": ["search", "malformed"],
   "request": {"method": "GET", "path": "/search/users", "query": "q=octo"},
   "response": {"status": 200, "headers": {}, "body": "{\\"total_count\\": 2, \\"items\\": [{"}}
  """,
  """
  {"name": "search-limit", "tags": ["search", "rate-limit"],
   "dynamic_headers": {"date": "now", "x-ratelimit-reset": "now+42s"},
   "request": {"method": "GET", "path": "/search/users", "query": "q=octo"},
   "response": {"status": 403,
    "headers": {"Date": "", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": ""},
    "body": {"message": "API rate limit exceeded"}}}
  """,
  """
  {"name": "past-the-cap", "tags": ["search"],
   "request": {"method": "GET", "path": "/search/users", "query": "q=o&per_page=100&page=11"},
   "response": {"status": 422, "headers": {}, "body": {"message": "Only the first 1000"}}}
  """,
  """
  {"name": "bot", "tags": ["user"],
   "request": {"method": "GET", "path": "/users/octocat%5Bbot%5D"},
   "response": {"status": 200, "headers": {"ETag": "W/\\"1\\""},
    "body": {"login": "octocat[bot]", "id": 3, "type": "Bot", "name": null, "blog": ""}}}
  """,
  """
  {"name": "not-modified", "tags": ["304"],
   "request": {"method": "GET", "path": "/users/octocat", "authenticated": true},
   "response": {"status": 304, "headers": {}, "body": ""}}
  """,
  """
  {"name": "nobody", "tags": ["error"], "request": {"method": "GET", "path": "/users/octocat"},
   "response": {"status": 404, "headers": {}, "body": {"message": "Not Found"}}}
  """,
  """
  {"name": "moved", "tags": ["redirect"], "request": {"method": "GET", "path": "/users/mona"},
   "response": {"status": 301, "headers": {"Location": "https://api.github.com/user/1"},
    "body": {"message": "Moved Permanently"}}}
  """,
  """
  {"name": "unicorn", "tags": ["5xx"], "request": {"method": "GET", "path": "/users/octocat"},
   "response": {"status": 503, "headers": {"Retry-After": "60"}, "body": "<html>Unicorn!</html>"}}
  """,
  """
  {"name": "invalid-utf8", "tags": ["malformed"],
   "request": {"method": "GET", "path": "/users/octocat"},
   "response": {"status": 200, "headers": {}, "body_base64": "eyJsb2dpbiI6ICLDKCJ9"}}
  """,
  """
  {"name": "repos", "tags": ["repos"], "request": {"method": "GET", "path": "/users/o/repos"},
   "response": {"status": 200, "headers": {},
    "body": [{"id": 1, "name": "hello", "full_name": "octocat/hello", "description": null}]}}
  """,
  """
  {"name": "followers", "tags": ["empty"],
   "request": {"method": "GET", "path": "/users/o/followers"},
   "response": {"status": 200, "headers": {}, "body": []}}
  """,
  """
  {"name": "follow", "tags": ["follow"],
   "request": {"method": "PUT", "path": "/user/following/octocat", "authenticated": true},
   "response": {"status": 204, "headers": {}, "body": ""}}
  """,
  """
  {"name": "rate-limit", "tags": [], "request": {"method": "GET", "path": "/rate_limit"},
   "response": {"status": 200, "headers": {},
    "body": {"resources": {"search": {"limit": 30, "remaining": 30, "reset": 1}}}}}
  """,
]
