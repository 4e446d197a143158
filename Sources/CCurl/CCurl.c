#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

// The functions of the library, once it is loaded. Written under the lock of `ccurl_load`, before any use.
static struct {
  CURLcode (*global_init)(long);
  char *(*version)(void);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, void *, unsigned int, int, int *);
  CURLMcode (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
} curl;

static int is_loaded = 0;

static void *open_library(void) {
#ifdef __APPLE__
  return dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
}

static void load(void) {
  void *library = open_library();
  if (library == NULL) return;
#define FIND(name)                                              \
  *(void **)&curl.name = dlsym(library, "curl_" #name);         \
  if (curl.name == NULL) return
  FIND(global_init);
  FIND(version);
  FIND(easy_strerror);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(easy_init);
  FIND(easy_cleanup);
  FIND(easy_setopt);
  FIND(easy_getinfo);
  FIND(multi_init);
  FIND(multi_cleanup);
  FIND(multi_setopt);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_wakeup);
  FIND(multi_info_read);
#undef FIND
  is_loaded = 1;
}

int ccurl_load(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (!is_loaded) load();
  int result = is_loaded;
  pthread_mutex_unlock(&mutex);
  return result;
}

CURLcode ccurl_global_init(long flags) { return curl.global_init(flags); }
char *ccurl_version(void) { return ccurl_load() ? curl.version() : NULL; }
const char *ccurl_easy_strerror(CURLcode code) {
  return ccurl_load() ? curl.easy_strerror(code) : "libcurl is not installed";
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
  return curl.slist_append(list, line);
}
void ccurl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }

CURL *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(CURL *handle) { curl.easy_cleanup(handle); }

CURLM *ccurl_multi_init(void) { return curl.multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return curl.multi_cleanup(multi); }
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle) {
  return curl.multi_add_handle(multi, handle);
}
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle) {
  return curl.multi_remove_handle(multi, handle);
}
CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
  return curl.multi_perform(multi, running);
}
CURLMcode ccurl_multi_poll(
    CURLM *multi, void *extra, unsigned int count, int milliseconds, int *ready) {
  return curl.multi_poll(multi, extra, count, milliseconds, ready);
}
CURLMcode ccurl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }
CURLMsg *ccurl_multi_info_read(CURLM *multi, int *left) {
  return curl.multi_info_read(multi, left);
}

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_size(CURL *handle, CURLoption option, int64_t value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_bytes(CURL *handle, CURLoption option, const void *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_sink(CURL *handle, CURLoption option, ccurl_sink value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_socket_hook(CURL *handle, CURLoption option, ccurl_socket_hook value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_set_request_hook(CURL *handle, CURLoption option, ccurl_request_hook value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl.easy_getinfo(handle, info, value);
}
CURLcode ccurl_get_size(CURL *handle, CURLINFO info, int64_t *value) {
  return curl.easy_getinfo(handle, info, value);
}
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}
