#include <pthread.h>
#include <stdint.h>

enum { SUPPLIED_MOST = 8 };

// A value is a number or a text.
typedef struct {
	int64_t number;
	char *text;
	uint64_t length;
} supplied_value;

// The values of a connection.
typedef struct supplied_values {
	uint64_t connection;
	int bound;    // whether statements may call the functions
	int planning; // whether a statement with fixed values is planned
	struct supplied_values *next;
	supplied_value list[SUPPLIED_MOST];
} supplied_values;

// The connections of an instance.
typedef struct {
	pthread_mutex_t lock;
	supplied_values *first;
} supplied_instance;

void *supplied_open(void); // returns a supplied_instance
void supplied_close(void *instance);
supplied_values *supplied_add(void *instance, uint64_t connection);
void supplied_remove(void *instance, supplied_values *v);
int supplied_text(supplied_values *v, int which, const char *text, uint64_t length);
void supplied_bind(void *info);
void supplied_bind_fixed(void *info);
void supplied_call_int4(void *info, void *input, void *output);
void supplied_call_int8(void *info, void *input, void *output);
void supplied_call_fixed(void *info, void *input, void *output);
void supplied_call_text(void *info, void *input, void *output);
