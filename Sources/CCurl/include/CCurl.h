/// The part of libcurl's stable ABI that this package uses, from 7.68 on.
///
/// Written out here so that the package builds where only the library is installed. The numbers are
/// libcurl's, and so are the names behind a `c`; the three kinds of variadic call get a typed function
/// each, since Swift cannot make them.

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
  CURLE_OUT_OF_MEMORY = 27,
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
  CURLOPT_SOCKOPTDATA = 10149,
  CURLOPT_COPYPOSTFIELDS = 10165,
  CURLOPT_PREREQDATA = 10313,

  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_SOCKOPTFUNCTION = 20148,
  CURLOPT_PREREQFUNCTION = 20312,

  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
} CURLoption;

typedef enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_MAX_HOST_CONNECTIONS = 7,
  CURLMOPT_MAX_TOTAL_CONNECTIONS = 13,
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

/// Loads libcurl when it is first asked; returns 0 where it is not installed or cannot be loaded
/// now, and tries again when it is asked again.
///
/// Loading at the first request, not at the start of the process, saves several milliseconds and
/// megabytes: libcurl brings some thirty libraries along. But for the version and the
/// words of errors, nothing else here may be called before.
int ccurl_load(void);

CURLcode ccurl_global_init(long flags);
char *ccurl_version(void);
const char *ccurl_easy_strerror(CURLcode code);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *handle);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(
    CURLM *multi, void *extra, unsigned int count, int milliseconds, int *ready);
CURLMcode ccurl_multi_wakeup(CURLM *multi);
CURLMsg *ccurl_multi_info_read(CURLM *multi, int *left);

typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);
typedef int (*ccurl_socket_hook)(void *context, int socket, int purpose);
typedef int (*ccurl_request_hook)(
    void *context, char *peer, char *local, int peerPort, int localPort);

CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *handle, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode ccurl_set_bytes(CURL *handle, CURLoption option, const void *value);
CURLcode ccurl_set_sink(CURL *handle, CURLoption option, ccurl_sink value);
CURLcode ccurl_set_socket_hook(CURL *handle, CURLoption option, ccurl_socket_hook value);
CURLcode ccurl_set_request_hook(CURL *handle, CURLoption option, ccurl_request_hook value);
CURLcode ccurl_get_pointer(CURL *handle, CURLINFO info, void **value);
CURLcode ccurl_get_size(CURL *handle, CURLINFO info, int64_t *value);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);

#endif
