/// The part of libcurl's stable ABI that this package uses, from 7.68 on.
///
/// Written out here so that the package builds where only the library is installed. The names and
/// the numbers are libcurl's; the three kinds of variadic call get a typed function each, since Swift
/// cannot make them.

#ifndef GITEXPLORER_CCURL_H
#define GITEXPLORER_CCURL_H

#include <stddef.h>
#include <stdint.h>

#include "Zlib.h"

typedef struct Curl_easy CURL;
typedef struct Curl_multi CURLM;

typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_URL_MALFORMAT = 3,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_HTTP2 = 16,
  CURLE_PARTIAL_FILE = 18,
  CURLE_WRITE_ERROR = 23,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_GOT_NOTHING = 52,
  CURLE_SSL_ENGINE_NOTFOUND = 53,
  CURLE_SSL_ENGINE_SETFAILED = 54,
  CURLE_SEND_ERROR = 55,
  CURLE_RECV_ERROR = 56,
  CURLE_SSL_CERTPROBLEM = 58,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_BAD_CONTENT_ENCODING = 61,
  CURLE_FILESIZE_EXCEEDED = 63,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_SSL_ENGINE_INITFAILED = 66,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_SHUTDOWN_FAILED = 80,
  CURLE_SSL_CRL_BADFILE = 82,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
  CURLE_HTTP2_STREAM = 92,
  CURLE_PROXY = 97,
  CURLE_SSL_CLIENTCERT = 98,
  CURLE_TOO_LARGE = 100,
} CURLcode;

typedef enum { CURLM_CALL_MULTI_PERFORM = -1, CURLM_OK = 0 } CURLMcode;

typedef enum {
  CURLOPT_POST = 47,
  CURLOPT_LOW_SPEED_LIMIT = 19,
  CURLOPT_LOW_SPEED_TIME = 20,
  CURLOPT_HTTPGET = 80,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_HTTP_CONTENT_DECODING = 158,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_TCP_KEEPALIVE = 213,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_PIPEWAIT = 237,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_QUICK_EXIT = 322,

  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_CAINFO = 10065,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_PRIVATE = 10103,
  CURLOPT_COPYPOSTFIELDS = 10165,

  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_SOCKOPTFUNCTION = 20148,

  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
} CURLoption;

typedef enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_MAX_HOST_CONNECTIONS = 7,
} CURLMoption;

typedef enum {
  CURLINFO_PRIVATE = 0x100000 + 21,
  CURLINFO_TOTAL_TIME_T = 0x600000 + 50,
} CURLINFO;

enum {
  CURL_GLOBAL_DEFAULT = 3,
  CURL_ERROR_SIZE = 256,
  CURL_HTTP_VERSION_1_1 = 2,
  CURL_HTTP_VERSION_2TLS = 4,
  CURLPROTO_HTTP = 1,
  CURLPROTO_HTTPS = 2,
};

typedef enum { CURLMSG_NONE, CURLMSG_DONE } CURLMSG;

typedef struct CURLMsg {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
} CURLMsg;

struct curl_slist {
  char *data;
  struct curl_slist *next;
};

CURLcode curl_global_init(long flags);
char *curl_version(void);
const char *curl_easy_strerror(CURLcode code);

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *line);
void curl_slist_free_all(struct curl_slist *list);

CURL *curl_easy_init(void);
void curl_easy_cleanup(CURL *handle);
CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...);
CURLcode curl_easy_getinfo(CURL *handle, CURLINFO info, ...);

CURLM *curl_multi_init(void);
CURLMcode curl_multi_cleanup(CURLM *multi);
CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...);
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode curl_multi_perform(CURLM *multi, int *running);
CURLMcode curl_multi_poll(
    CURLM *multi, void *extra, unsigned int count, int milliseconds, int *ready);
CURLMcode curl_multi_wakeup(CURLM *multi);
CURLMsg *curl_multi_info_read(CURLM *multi, int *left);

typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_socket_hook)(void *context, int socket, int purpose);

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, int64_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_bytes(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_sink(CURL *handle, CURLoption option, ccurl_sink value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_socket_hook(
    CURL *handle, CURLoption option, ccurl_socket_hook value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_size(CURL *handle, CURLINFO info, int64_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

#endif
